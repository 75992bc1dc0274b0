import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkGlobals, packagesWithUsers } from "./check-globals.js";
import { readSources } from "./source-tree.js";

it("the packages that run in processes of users read no global that tests replace, and test no class of one realm", () => {
  expect(checkGlobals(readSources())).toEqual([]);
  for (const [name, { readers = {} }] of Object.entries(packagesWithUsers)) {
    for (const reader of Object.keys(readers))
      expect(existsSync(join(import.meta.dirname, "../packages", name, "src", reader))).toBe(true);
  }
});

function check(text: string, path = "packages/runtime/src/codec/x.ts"): string[] {
  return checkGlobals(new Map([[path, text]])).map((breach) => breach.replace(/^\S+ /, "").replace(/:.*/, ""));
}

describe("refuses", () => {
  it.each(["Uint8Array", "Date", "Map", "Error", "Promise", "AbortSignal", "URL", "globalThis.Date"])(
    "instanceof %s, wherever it is",
    (name) => {
      const breach = [`tests instanceof ${name.replace("globalThis.", "")}`];
      expect(check(`export const is = (value: unknown) => value instanceof ${name};`)).toEqual(
        expect.arrayContaining(breach),
      );
      expect(check(`if (given instanceof ${name}) run();`, "packages/runtime/src/platform/x.ts")).toEqual(breach);
    },
  );

  it.each([
    ["export function wait() { setTimeout(run, 5); }", "setTimeout"],
    ["export const next = () => globalThis.setImmediate(run);", "setImmediate"],
    ["class Sent { readonly at = Date.now(); }", "Date"],
    ["class Sent { stop() { return new Date(0); } }", "Date"],
    ["export const id = () => crypto.randomUUID();", "crypto"],
    ["export const id = () => ({ crypto });", "crypto"],
    ["export const send = async () => fetch(url);", "fetch"],
    ["export const text = () => new TextDecoder().decode(bytes);", "TextDecoder"],
  ])("a read when it is called: %s", (text, name) => {
    expect(check(text)).toEqual([`reads ${name} when it is called`]);
  });
});

it.each([
  [
    "a class that the file imports or declares",
    'import { URL } from "x"; class Row {} export const is = (v) => v instanceof URL || v instanceof Row;',
  ],
  [
    "a read while the module is loaded",
    "const { setTimeout: later } = globalThis; const first = Date.UTC(1601, 0, 1); class Exact extends Date {}",
  ],
  [
    "types, and members with such a name",
    "interface A { fetch(): Date } export const run = (a: A, at: Date): Date => a.fetch() ?? a.performance;",
  ],
  [
    "a name of the file's own",
    'import { setTimeout } from "node:timers"; export const wait = (run: () => void) => setTimeout(run, 1);',
  ],
])("accepts %s", (_, text) => {
  expect(check(text)).toEqual([]);
});

it("accepts reads in the places for them, and in packages that are not in the table", () => {
  const text = "export const now = () => Date.now();";
  expect(check(text, "packages/runtime/src/platform/time.ts")).toEqual([]);
  expect(check(text, "packages/cli/src/x.ts")).toEqual([]);
  expect(check(text, "packages/runtime/src/codec/x.test.ts")).toEqual([]);
});
