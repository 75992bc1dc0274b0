import type { Diagnostic } from "@tablewright/generator";
import type { Terminal } from "./terminal.js";

/** UTF-16 units of a line that is still shown: longer ones are written by programs. */
const maxLineUnits = 300;

/** Prints each finding with its place, a frame of the source, and what to do. */
export async function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  readSource: (file: string) => string | undefined,
  terminal: Terminal,
): Promise<void> {
  if (diagnostics.length === 0) return;
  const { codeFrameColumns } = await import("@babel/code-frame");
  const { colors } = terminal;
  for (const { code, severity, message, location, help } of diagnostics) {
    const { file, line, column, endLine, endColumn } = location;
    const mark = severity === "error" ? colors.red("✖") : colors.yellow("⚠");
    terminal.note(`${mark} ${colors.bold(code)}  ${message}`);
    terminal.note(`  ${colors.cyan(`${file}:${line}:${column}`)}`);
    const source = readSource(file);
    if (source !== undefined && isReadable(source, line, endLine)) {
      const range = { start: { line, column }, end: { line: endLine, column: endColumn } };
      const options = { linesAbove: 1, linesBelow: 1, forceColor: colors.enabled };
      terminal.note(codeFrameColumns(source, range, options).replace(/^/gm, "  "));
    }
    terminal.note(`  ${colors.green("→")} ${help}\n`);
  }
}

/** Whether the lines of a frame, one before and one after included, are short enough to be shown. */
function isReadable(source: string, line: number, endLine: number): boolean {
  const shown = source.split("\n").slice(Math.max(0, line - 2), endLine + 1);
  return shown.every((text) => text.length <= maxLineUnits);
}
