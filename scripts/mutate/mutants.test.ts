import { expect, it } from "vitest";
import { listMutants } from "./mutants.js";

const afters = (text: string) => listMutants("a.ts", text).map(({ after }) => after);

it.each([
  ["if (a < b) go();", ["if (!(a < b)) go();", "if (a <= b) go();", "if (a < b) {}"]],
  ["const x = a === b && !c;", ["const x = a === b || !c;", "const x = a !== b && !c;", "const x = a === b && c;"]],
  ["const x = a ?? 5;", ["const x = a;", "const x = a ?? (5 + 1);"]],
  [
    "const x = a ? 1n : true;",
    ["const x = !(a) ? 1n : true;", "const x = a ? (1n + 1n) : true;", "const x = a ? 1n : false;"],
  ],
  ["throw fail(await x);", ["{}", "throw fail(x);"]],
  ["const x = list.every(f);", ["const x = list.some(f);"]],
  ["const x = /^a$/u;", ["const x = /a$/u;", "const x = /^a/u;"]],
  ['const x = "request.failed";', ['const x = "";']],
])("makes every mistake in %s", (text, expected) => {
  expect(afters(`${text}\n`)).toEqual(expected);
});

it.each([
  'import x from "a";',
  'type A = "a" | 5;',
  "interface A { readonly a: true }",
  'const x = { "a-b": b };',
  'const x = "a sentence for people";',
  'const x = "a word, " + b;',
])("leaves %s alone", (text) => {
  expect(afters(`${text}\n`)).toEqual([]);
});

it("tells the line, and gives the whole text with the mistake", () => {
  const text = "const a = b;\n\n  const c = true;\n";
  expect(listMutants("a.ts", text)).toEqual([
    {
      file: "a.ts",
      line: 3,
      before: "const c = true;",
      after: "const c = false;",
      text: text.replace("true", "false"),
    },
  ]);
});
