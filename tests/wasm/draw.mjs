// Draws positions as an exported site does, and says what moves did: pictures of the module that is named by the first argument, a JSON line each way.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { KernelModule } from "../../src/quintet/server/static/js/engine/kernel_module.js";
import { sceneOf, turnOf } from "../../src/quintet/server/static/js/exported/boards.js";
import { narration } from "../../src/quintet/server/static/js/exported/narration.js";

const kernels = new KernelModule(new WebAssembly.Module(readFileSync(process.argv[2])));
for await (const line of createInterface({ input: process.stdin })) {
  const { board, position, move, led } = JSON.parse(line);
  const pictures = kernels.ask({ ask: "pictures", game: board.spec, position, move: move && move.text });
  const scenes = pictures.map((picture) => sceneOf(board, picture));
  const was = sceneOf(board, { text: position, winning: [], held: [] });
  const turned = { ...scenes[scenes.length - 1], turn: turnOf(board.layout, move) };
  const words = move && narration(board.layout, move, { ...led, scenes: [was, ...scenes.slice(0, -1), turned] });
  console.log(JSON.stringify([scenes, words]));
}
