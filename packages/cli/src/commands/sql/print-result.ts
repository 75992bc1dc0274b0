import type { SqlResult } from "@tablewright/sql";
import { exitCode } from "../../terminal/exit-code.js";
import type { Terminal } from "../../terminal/terminal.js";

export type ResultFormat = "table" | "csv" | "json";

/** Prints the rows of a query result as they arrive. */
export async function printResult(result: SqlResult, format: ResultFormat, terminal: Terminal): Promise<void> {
  if (format === "json") await printJson(result, terminal);
  else if (format === "csv") await printCsv(result, terminal);
  else await printTable(result, terminal);
}

/** Returns sentences on what the query treated differently. */
export function resultNotes({ textDates, missingColumns }: Pick<SqlResult, "textDates" | "missingColumns">): string[] {
  return [
    ...(textDates.length === 0
      ? []
      : [`Dates as text, because some are before 1677 or after 2262: ${textDates.join(", ")}`]),
    ...(missingColumns.length === 0 ? [] : [`NULL, because no row that was read has it: ${missingColumns.join(", ")}`]),
  ];
}

/** Maximum width of a printed column, in characters. Longer cells are printed whole but break the alignment. */
const maxWidth = 60;

/** Prints the rows in aligned columns. Rows arrive in groups, and the first group determines the widths. */
async function printTable({ columns, groups }: SqlResult, terminal: Terminal): Promise<void> {
  const isNumber = columns.map(({ type }) => /INT|DOUBLE|FLOAT|DECIMAL/.test(type));
  let widths: readonly number[] | undefined;
  const head = columns.map(({ name }) => name);
  for await (const group of groups) {
    const rows = group.map((row) => row.map((value) => cellText(value)));
    if (widths === undefined) {
      widths = head.map((name, column) =>
        Math.min(maxWidth, Math.max(...[head, ...rows].map((row) => row[column]?.length ?? name.length))),
      );
      terminal.out(lineOf(head, widths, isNumber));
      terminal.out(widths.map((width) => "─".repeat(width)).join("  "));
    }
    for (const row of rows) terminal.out(lineOf(row, widths, isNumber));
  }
  if (widths === undefined) terminal.out(head.join("  "));
}

function lineOf(cells: readonly string[], widths: readonly number[], isNumber: readonly boolean[]): string {
  const padded = cells.map((cell, column) => {
    const text = cell.replaceAll(/\s/g, " ");
    return isNumber[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  });
  return padded.join("  ").trimEnd();
}

/** Prints the rows as CSV by RFC 4180, in UTF-8. Null becomes an empty cell, and an empty text becomes `""`. */
async function printCsv({ columns, groups }: SqlResult, terminal: Terminal): Promise<void> {
  await write(terminal, `${columns.map(({ name }) => quoted(name)).join(",")}\r\n`);
  for await (const group of groups) {
    const lines = group.map((row) => row.map((value) => (value === null ? "" : quoted(cellText(value)))).join(","));
    await write(terminal, `${lines.join("\r\n")}\r\n`);
  }
}

function quoted(cell: string): string {
  return cell === "" || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Prints one JSON object: the columns with their types, and the rows as objects. Integers beyond 32 bits are strings. */
async function printJson({ columns, groups }: SqlResult, terminal: Terminal): Promise<void> {
  await write(terminal, `{"ok":true,"exitCode":${exitCode.ok},"columns":${JSON.stringify(columns)},"rows":[`);
  let separator = "";
  for await (const group of groups) {
    const rows = group.map((row) => {
      const members = columns.map(({ name }, column) => [name, plain(row[column])]);
      return JSON.stringify(Object.fromEntries(members));
    });
    await write(terminal, separator + rows.join(","));
    separator = ",";
  }
  await write(terminal, "]}\n");
}

/** Converts a value so that JSON can represent it: a date to ISO, bytes to base64, a big integer or a double such as NaN to a string. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

/** Returns a value as text; empty for NULL. */
export function cellText(value: unknown): string {
  const json = plain(value);
  if (json === null || json === undefined) return "";
  if (json instanceof Date) return json.toISOString();
  return typeof json === "object" ? JSON.stringify(json) : String(json);
}

function write(terminal: Terminal, text: string): Promise<void> {
  return terminal.write(Buffer.from(text));
}
