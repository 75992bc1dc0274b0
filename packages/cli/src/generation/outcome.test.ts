import type { Diagnostic } from "@tablewright/generator";
import { describe, expect, it } from "vitest";
import { InputError } from "../errors/input-error.js";
import type { FileReport } from "./file-report.js";
import { buildOutcome, chooseExitCode, failed, type Outcome } from "./outcome.js";

const diagnostic = (severity: Diagnostic["severity"], code: string) =>
  ({ severity, code, message: "", help: "", location: { file: "tables/a.table.ts" } }) as Diagnostic;
const [error, warning] = [diagnostic("error", "key.empty"), diagnostic("warning", "key.hot")];
const change = diagnostic("error", "change.keys");
const problem = new InputError("output.blocked", "no", "no");
const files = (...statuses: FileReport["status"][]) => statuses.map((status) => ({ path: "a", status }));

const outcome = (more: Partial<Outcome>): Outcome => ({
  definitions: 1,
  files: [],
  diagnostics: [],
  dependencies: [],
  ...more,
});

it.each<[Partial<Outcome>, boolean]>([
  [{}, false],
  [{ diagnostics: [warning] }, false],
  [{ diagnostics: [warning, error] }, true],
  [{ problem }, true],
])("an outcome with %j failed: %s", (more, hasFailed) => {
  expect(failed(outcome(more))).toBe(hasFailed);
});

it.each<[string, Partial<Outcome>, boolean, number]>([
  ["nothing", {}, true, 0],
  ["a warning", { diagnostics: [warning] }, true, 0],
  ["an error", { diagnostics: [error] }, true, 2],
  ["a problem", { problem }, true, 2],
  ["a change that makes rows unreadable", { diagnostics: [warning, change] }, false, 3],
  ["such a change and an error", { diagnostics: [change, error] }, false, 2],
  ["such a change and a problem", { diagnostics: [change], problem }, false, 2],
  ["files that are written", { files: files("written", "unchanged") }, false, 0],
  ["files that are up to date", { files: files("unchanged", "unchanged") }, true, 0],
  ["a file that is out of date", { files: files("unchanged", "different") }, true, 3],
])("%s: %j, with --check %s, exits with %i", (_, more, checking, code) => {
  expect(chooseExitCode(outcome(more), checking)).toBe(code);
});

describe("the facts of a run", () => {
  const project = { root: "/work/sub", cwd: "/work", config: "tablewright.config.ts" };
  const facts = {
    definitions: ["tables/a.table.ts", "tables/b.table.ts"],
    inputs: { "tables/a.table.ts": "hash" },
    outputs: { "src/a.gen.ts": "hash" },
    diagnostics: [warning],
  };

  it("are an outcome whose dependencies are all files that were read or written", () => {
    const settings = { definitions: ["tables/*.ts", "more/**/*.ts"], outDir: "src" };
    const reports = files("written");
    expect(buildOutcome(project, { ...facts, settings }, reports)).toEqual({
      definitions: 2,
      files: reports,
      diagnostics: [{ ...warning, location: { file: "sub/tables/a.table.ts" } }],
      dependencies: ["tablewright.config.ts", "tables/a.table.ts", "tables", "more", "src/a.gen.ts"],
    });
  });

  it("may have a problem instead of settings", () => {
    const { problem: found, dependencies } = buildOutcome(project, { ...facts, problem }, []);
    expect(found).toBe(problem);
    expect(dependencies).toEqual(["tablewright.config.ts", "tables/a.table.ts", "src/a.gen.ts"]);
  });
});
