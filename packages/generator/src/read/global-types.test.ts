import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { globalTypes } from "./global-types.js";

const library = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`typescript/lib/lib.${name}.d.ts`), "utf8");

it("are those of ECMAScript, and all of its type aliases", () => {
  const names = ["es5", "es2015.collection", "es2015.iterable", "es2015.generator", "es2020.bigint"];
  const text = names.map(library).join("\n");
  const declared = (name: string) => new RegExp(`^(declare )?(interface|type|namespace) ${name}\\b`, "m").test(text);
  expect([...globalTypes].filter((name) => !declared(name))).toEqual([]);
  const aliases = [...library("es5").matchAll(/^(?:declare )?type (\w+)/gm)].map(([, name]) => name ?? "");
  expect(aliases.filter((name) => !globalTypes.has(name))).toEqual([]);
});
