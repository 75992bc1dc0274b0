import { readdirSync, readFileSync } from "node:fs";
import { parseBlocks } from "../blocks/code-blocks.js";

/** Example of the playground. */
export interface PlaygroundExample {
  readonly title: string;
  /** Summary of the example, in a sentence. */
  readonly about: string;
  readonly definitions: string;
  readonly program: string;
  /** Text that the program prints. */
  readonly output: string;
}

const folder = new URL("../../playground/examples/", import.meta.url).pathname;

/** Reads the examples of the playground, in their order. Each is a page with a definition, a program and its output. */
export function readExamples(): PlaygroundExample[] {
  const names = readdirSync(folder).sort();
  return names.map((name) => readExample(name, readFileSync(folder + name, "utf8")));
}

function readExample(name: string, text: string): PlaygroundExample {
  const [definitions, program, output] = parseBlocks(name, text).map(({ code }) => code);
  const [, title, about] = /^# (.+)\n\n(.+)\n/.exec(text) ?? [];
  if (!title || !about || !definitions || !program || !output) throw new Error(`The example ${name} is incomplete.`);
  return { title, about, definitions, program, output };
}
