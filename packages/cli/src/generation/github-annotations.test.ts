import type { Diagnostic } from "@tablewright/generator";
import { expect, it } from "vitest";
import { InputError } from "../errors/input-error.js";
import { githubAnnotations } from "./github-annotations.js";

const diagnostic: Diagnostic = {
  code: "key.empty",
  severity: "error",
  message: "A key: 100%,\r\nor none.",
  help: "Add one.",
  location: { file: "a,b:c.ts", line: 3, column: 5, endLine: 3, endColumn: 9 },
} as Diagnostic;

it("has a line for each diagnostic, and for the problem after them", () => {
  const { location } = diagnostic;
  const over = { ...diagnostic, severity: "warning" as const, location: { ...location, endLine: 4 } };
  const problem = new InputError("output.blocked", "In the way.", "Move it.");
  expect(githubAnnotations({ diagnostics: [diagnostic, over], problem })).toEqual([
    "::error file=a%2Cb%3Ac.ts,line=3,endLine=3,col=5,endColumn=9,title=key.empty::A key: 100%25,%0D%0Aor none. Add one.",
    "::warning file=a%2Cb%3Ac.ts,line=3,endLine=4,title=key.empty::A key: 100%25,%0D%0Aor none. Add one.",
    "::error title=output.blocked::In the way. Move it.",
  ]);
  expect(githubAnnotations({ diagnostics: [] })).toEqual([]);
});
