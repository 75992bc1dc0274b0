import type { TableRow } from "@tablewright/runtime";
import { tableRowJson } from "@tablewright/runtime/edm";
import { formatRows } from "../../terminal/progress.js";
import { keysText } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { MigrationCounts, SampleChange } from "./migration-counts.js";

/** Returns the `--json` report of each entity. */
export function migrationJson(counts: ReadonlyMap<string, MigrationCounts>) {
  const entities = [...counts].map(([entity, { moved, rewritten, conflicts, conflictExamples, refused, samples }]) => ({
    entity,
    moved,
    rewritten,
    conflicts,
    conflictExamples,
    refused,
    ...(samples.length > 0 && { samples: samples.map(sampleJson) }),
  }));
  return { entities };
}

function sampleJson({ change, before, after }: SampleChange) {
  return { change, before: JSON.parse(jsonOf(before)) as object, after: JSON.parse(jsonOf(after)) as object };
}

/** Prints the counts, the rows that stay as they are and why, and in a dry run rows before and after. */
export function printMigration(entity: string, counts: MigrationCounts, dryRun: boolean, terminal: Terminal): void {
  const { green, red } = terminal.colors;
  const { moved, rewritten, conflicts, conflictExamples, refused, samples, isWhole } = counts;
  const changes = `${formatRows(moved)} ${dryRun ? "to move" : "moved"}, ${formatRows(rewritten)} ${dryRun ? "to rewrite" : "rewritten"}`;
  terminal.log(`${isWhole ? green("✔") : red("✖")} ${entity}: ${changes}`);
  for (const { before, after } of samples) {
    terminal.out(red(`- ${shortJson(before)}`));
    terminal.out(green(`+ ${shortJson(after)}`));
  }
  if (conflicts > 0) {
    terminal.log(`  Changed under both keys, and left there: ${formatRows(conflicts)}. Keep one of each pair`);
    for (const each of conflictExamples) terminal.log(`    ${keysText(each)} and ${keysText(each.newKeys)}`);
  }
  for (const { reason, rows, examples } of refused) {
    terminal.log(`  ${reason}: ${formatRows(rows)}`);
    for (const each of examples) terminal.log(`    ${keysText(each)}`);
  }
}

/** Maximum length of a sample on one line, in UTF-16 units. */
const maxSampleUnits = 1000;

function shortJson(row: TableRow): string {
  const json = jsonOf(row);
  return json.length <= maxSampleUnits ? json : `${json.slice(0, maxSampleUnits)}…`;
}

function jsonOf({ partitionKey, rowKey, properties }: TableRow): string {
  return tableRowJson("", { partitionKey, rowKey, properties });
}
