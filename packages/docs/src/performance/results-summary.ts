import { type Comparison, measuredOn, microseconds, type Results, table } from "./results-section.js";

/** Rows of the bench's first table that the README shows, with the titles that they have there. */
const works = [
  ["query", "an entity of a query"],
  ["get-64", "a get, 64 at a time"],
  ["transaction-16", "an entity of a transaction"],
] as const;

/** Rows of the bench's second table that the README shows: the beginning of each row's name, and its title in the README. */
const others = [
  ["installed", "installed with dependencies"],
  ["an application in one file", "an application in one file, minified"],
  ["type instantiations", "type instantiations, an entity of 30 properties"],
] as const;

/** Matches the names of rows about commands that read or write a whole table, each compared with the same work by hand. */
const wholeTable = /^`tablewright .* over (?:a bare scan|bare transactions|the same requests by hand)/;

/** Writes a short comparison. Each measurement has two results: with a simple entity and with a demanding one. */
export function resultsSummary(results: Results): string {
  const { comparisons, rows } = results;
  const times = works.map(([name, title]) => {
    const measured = comparisons.filter((comparison) => comparison.name === name);
    if (measured.length === 0) throw new Error(`The bench's results have no work ${name}.`);
    const both = (text: (comparison: Comparison) => string) => measured.map(text).join(", ");
    const [baseline, ours] = [both(({ cpu }) => microseconds(cpu.baseline)), both(({ cpu }) => microseconds(cpu.ours))];
    return [`CPU for ${title}`, `${baseline} µs`, `${ours} µs: ${both(timesLess)} times less`];
  });
  const sizes = others.map(([what, title]) => {
    const row = rows.find((candidate) => candidate.what.startsWith(what));
    if (row === undefined) throw new Error(`The bench's results have no row ${JSON.stringify(what)}.`);
    return [title, row.baseline ?? "–", row.ours];
  });
  const head = ["what", "`@azure/data-tables`", "Tablewright"];
  return `\n\n${table(head, [...times, ...sizes])}\n\n${measuredOn(results).replace(/ (?=Node )/, "\n")}.\n\n`;
}

/** Writes one number: how much less CPU time a get takes, with the entity for which the difference is smaller. */
export function resultsHeadline({ date, comparisons }: Results): string {
  const gets = comparisons.filter(({ name }) => name === "get-64");
  if (gets.length === 0) throw new Error("The bench's results have no work get-64.");
  const times = Math.min(...gets.map(({ baselineOverOurs }) => baselineOverOurs.median)).toFixed(1);
  return `\n\n**${times} times less CPU** for a get than \`@azure/data-tables\`,\n[measured on ${date}](packages/docs/pages/guide/performance.md).\n\n`;
}

/** Writes the rates of the commands over whole tables. Rows that were measured on another date name it. */
export function tableRates(results: Results): string {
  const rows = results.rows.filter(({ what }) => wholeTable.test(what));
  if (rows.length === 0) return "\n\nThe last run of the bench did not measure them.\n\n";
  const lines = rows.map(({ what, floor = "–", ours }) => [what, floor, ours]);
  return `\n\n${table(["command", "by hand", "Tablewright"], lines)}\n\n${measuredOn(results)}.\n\n`;
}

function timesLess({ baselineOverOurs }: Comparison): string {
  return baselineOverOurs.median.toFixed(1);
}
