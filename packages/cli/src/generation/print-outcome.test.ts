import type { Diagnostic } from "@tablewright/generator";
import { describe, expect, it } from "vitest";
import { InputError } from "../errors/input-error.js";
import { recordingTerminal } from "../test/recording-terminal.js";
import { temporaryProject } from "../test/temporary-project.js";
import type { FileReport } from "./file-report.js";
import type { Outcome } from "./outcome.js";
import { printDone, printFiles, printFindings, summary } from "./print-outcome.js";

const diagnosticAt = (line: number, more: Partial<Diagnostic> = {}): Diagnostic =>
  ({
    code: "key.empty",
    severity: "error",
    message: "Empty.",
    help: "Fill it.",
    location: { file: "a.ts", line, column: 1, endLine: line, endColumn: 2 },
    ...more,
  }) as Diagnostic;
const warning = (line: number) => diagnosticAt(line, { severity: "warning", code: "key.may-be-too-long" });

const outcome = (more: Partial<Outcome>): Outcome => ({
  definitions: 1,
  files: [],
  diagnostics: [],
  dependencies: [],
  ...more,
});

/** Prints the findings of a run on a file `a.ts`. Returns whether it failed, and the lines. */
async function findings(more: Partial<Outcome>, { text = "", writes = true } = {}) {
  const { lines, terminal } = recordingTerminal();
  const { root } = temporaryProject({ "a.ts": text });
  const failed = await printFindings(outcome(more), root, terminal, { writes });
  return { failed, lines };
}

describe("findings", () => {
  it("are nothing without any", async () => {
    expect(await findings({})).toEqual({ failed: false, lines: [] });
  });

  it("have their source lines, with one line above and below", async () => {
    const { lines } = await findings({ diagnostics: [diagnosticAt(3)] }, { text: "1\n2\n3\n4\n5\n" });
    expect(lines).toEqual([
      "✖ key.empty  Empty.",
      "  a.ts:3:1",
      "    2 | 2\n  > 3 | 3\n      | ^\n    4 | 4",
      "  → Fill it.\n  More: npx tablewright explain key.empty\n",
      "✖ 1 error: nothing was written.",
    ]);
  });

  it.each([
    [1, 300, true],
    [1, 301, false],
    [2, 301, false],
    [3, 301, false],
    [4, 301, true],
  ])("with line %i of %i characters show the source of line 2: %s", async (long, length, isShown) => {
    const text = [1, 2, 3, 4].map((line) => "x".repeat(line === long ? length : 1)).join("\n");
    const { lines } = await findings({ diagnostics: [diagnosticAt(2)] }, { text });
    expect(lines.some((line) => line.includes("> 2 |"))).toBe(isShown);
  });

  it("name the command that explains a code once", async () => {
    const { lines } = await findings({ diagnostics: [warning(1), warning(1), diagnosticAt(1)] });
    expect(lines.filter((line) => line.includes("→"))).toEqual([
      "  → Fill it.\n  More: npx tablewright explain key.may-be-too-long\n",
      "  → Fill it.\n",
      "  → Fill it.\n  More: npx tablewright explain key.empty\n",
    ]);
  });

  it.each([
    [[diagnosticAt(1), diagnosticAt(1)], true, "✖ 2 errors: nothing was written."],
    [[diagnosticAt(1)], false, "✖ 1 error."],
    [[diagnosticAt(1), warning(1)], true, "✖ 1 error and 1 warning: nothing was written."],
    [[warning(1), diagnosticAt(1), warning(1)], false, "✖ 1 error and 2 warnings."],
  ])("are counted at the end: %#", async (diagnostics, writes, last) => {
    const { failed, lines } = await findings({ diagnostics }, { writes });
    expect([failed, lines.at(-1)]).toEqual([true, last]);
  });

  it("that are warnings do not fail, and are not counted", async () => {
    const { failed, lines } = await findings({ diagnostics: [warning(1)] });
    expect([failed, lines[0], lines.length]).toEqual([false, "⚠ key.may-be-too-long  Empty.", 4]);
  });

  it("have the problem and the notice after the diagnostics", async () => {
    const problem = new InputError("output.blocked", "In the way.", "Move it.");
    expect(await findings({ problem, notice: "No lock file." })).toEqual({
      failed: true,
      lines: [
        "✖ output.blocked  In the way.\n  → Move it.",
        "  More: npx tablewright explain output.blocked",
        "⚠ No lock file.",
      ],
    });
  });
});

describe("files", () => {
  const files: FileReport[] = [
    { path: "a", status: "different", lines: { added: 2, removed: 1 } },
    { path: "b", status: "unneeded", reason: "gone" },
    { path: "c", status: "unchanged" },
    { path: "d", status: "unchanged" },
  ];

  it("are printed one per line", () => {
    const { lines, terminal } = recordingTerminal();
    printFiles([], terminal);
    printFiles(files, terminal);
    expect(lines).toEqual(["out different  a  +2 -1\nunneeded   b  (gone)\nunchanged  c\nunchanged  d"]);
  });

  it("are counted by their status", () => {
    expect(summary([...files, { path: "e", status: "written" }])).toBe(
      "1 written, 1 different, 1 unneeded, 2 unchanged",
    );
    const { lines, terminal } = recordingTerminal();
    printDone(outcome({ files }), true, terminal);
    printDone(outcome({ files: files.slice(3) }), false, terminal);
    expect(lines).toEqual([
      "✔ 4 files: 1 different, 1 unneeded, 2 unchanged (nothing was written)",
      "✔ 1 file: 1 unchanged",
    ]);
  });
});
