import { measuredOn, type Results, table } from "./results-section.js";

/** Matches the names of rows about commands that read or write a whole table, each compared with the same work by hand. */
const wholeTable = /^`tablewright .* over (?:a bare scan|bare transactions|the same requests by hand)/;

/** Writes the rates of the commands over whole tables. Rows that were measured on another date name it. */
export function tableRates(results: Results): string {
  const rows = results.rows.filter(({ what }) => wholeTable.test(what));
  if (rows.length === 0) return "\n\nThe last run of the bench did not measure them.\n\n";
  const lines = rows.map(({ what, floor = "–", ours }) => [what, floor, ours]);
  return `\n\n${table(["command", "by hand", "Tablewright"], lines)}\n\n${measuredOn(results)}.\n\n`;
}
