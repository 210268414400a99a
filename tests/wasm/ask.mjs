// Answers questions about the module that is named by the first argument: a JSON line each way. A question is one for the
// kernels, or with `call` one for the engine of a page; the second argument is a folder with its manifest, books and weights.
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { CALLS } from "../../src/quintet/server/static/js/engine/calls.js";
import { KernelModule, Refused } from "../../src/quintet/server/static/js/engine/kernel_module.js";
import { LocalGame } from "../../src/quintet/server/static/js/engine/local_game.js";

const [, , module, folder] = process.argv;
const kernels = new KernelModule(new WebAssembly.Module(readFileSync(module)));
const manifest = folder ? JSON.parse(readFileSync(`${folder}/manifest.json`)) : null;
const games = new Map();

const file = async (name) => (existsSync(`${folder}/${name}`) ? new Uint8Array(readFileSync(`${folder}/${name}`)).buffer : null);

async function game(spec) {
  if (!games.has(spec)) {
    games.set(spec, new LocalGame(kernels, spec, manifest));
    await games.get(spec).prepare(file);
  }
  return games.get(spec);
}

for await (const line of createInterface({ input: process.stdin })) {
  const reports = [];
  const hear = (known) => reports.push(known);
  const question = JSON.parse(line);
  const asked = question.call ? await game(question.spec) : null;
  const began = process.cpuUsage();
  let answer;
  try {
    answer = { answer: asked ? CALLS[question.call].answer(asked, question, hear) : kernels.ask(question, hear) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    answer = { refused: error.message };
  }
  const { user, system } = process.cpuUsage(began);
  console.log(JSON.stringify({ ...answer, reports, seconds: (user + system) / 1e6, memory: process.memoryUsage.rss() }));
}
