// Draws positions as an exported site does: pictures of the module that is named by the first argument, a JSON line each way.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { KernelModule } from "../../src/quintet/server/static/js/engine/kernel_module.js";
import { sceneOf } from "../../src/quintet/server/static/js/exported/boards.js";

const kernels = new KernelModule(new WebAssembly.Module(readFileSync(process.argv[2])));
for await (const line of createInterface({ input: process.stdin })) {
  const { board, position, move } = JSON.parse(line);
  const pictures = kernels.ask({ ask: "pictures", game: board.spec, position, move });
  console.log(JSON.stringify(pictures.map((picture) => sceneOf(board, picture))));
}
