import type { EntityId } from "@tablewright/runtime";
import { keysText } from "../../rows/row-keys.js";
import { formatCount } from "../../terminal/progress.js";
import type { Terminal } from "../../terminal/terminal.js";

/** Findings of the same kind, as the report of `verify` shows them. */
export interface ReportedFinding {
  readonly table: string;
  readonly rows: number;
  readonly code: string;
  readonly message: string;
  readonly examples: readonly (EntityId & { readonly owner?: EntityId; readonly text?: string })[];
}

type Line = readonly [table: string, rows: string, code: string, message: string];

const head: Line = ["TABLE", "ROWS", "CODE", "FINDING"];

/** Prints the findings as a table on stdout: one line for each kind of finding, and below it the keys of some rows. */
export function printFindingTable(findings: readonly ReportedFinding[], terminal: Terminal): void {
  const lines = findings.map(({ table, rows, code, message }): Line => [table, formatCount(rows), code, message]);
  const [table, rows, code] = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  const text = (line: Line) =>
    `${line[0].padEnd(table ?? 0)}  ${line[1].padStart(rows ?? 0)}  ${line[2].padEnd(code ?? 0)}  ${line[3]}`;
  const indent = " ".repeat((table ?? 0) + (rows ?? 0) + (code ?? 0) + 6);
  terminal.out(text(head));
  for (const [index, line] of lines.entries()) {
    terminal.out(text(line));
    for (const { owner, text: stored, ...row } of findings[index]?.examples ?? []) {
      const detail = owner === undefined ? stored && ` has ${stored}` : ` has the values of ${keysText(owner)}`;
      terminal.out(`${indent}${keysText(row)}${detail ?? ""}`);
    }
  }
}
