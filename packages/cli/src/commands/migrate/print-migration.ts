import type { TableRow } from "@tablewright/runtime";
import { tableRowJson } from "@tablewright/runtime/edm";
import { keysText } from "../../rows/row-keys.js";
import { formatRows } from "../../terminal/progress.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { MigrationCounts, Pair, SampleChange } from "./migration-counts.js";

/** Returns the result that `migrate --json` prints: the counts of each entity. */
export function migrationJson(counts: ReadonlyMap<string, MigrationCounts>) {
  const entities = [...counts].map(([entity, own]) => ({
    entity,
    moved: own.moved,
    rewritten: own.rewritten,
    ...(own.kept.old + own.kept.new > 0 && { kept: own.kept }),
    conflicts: own.conflicts,
    pairs: own.pairs.map(pairJson),
    refused: own.refused,
    ...(own.young.left !== undefined && { indexRowsLeft: own.young.left }),
    ...(own.missingTable !== undefined && { missingTable: own.missingTable }),
    ...(own.samples.length > 0 && { samples: own.samples.map(sampleJson) }),
  }));
  return { entities };
}

function sampleJson({ change, before, after }: SampleChange) {
  return { change, before: rowJson(before), after: rowJson(after) };
}

function pairJson(pair: Pair) {
  return { old: rowJson(pair.old), new: rowJson(pair.new) };
}

function rowJson(row: TableRow): object {
  return JSON.parse(formatJson(row)) as object;
}

/** Prints an entity's counts, and the rows that stay as they are, each with its reason. A dry run also prints examples of changed rows. */
export function printMigration(entity: string, counts: MigrationCounts, dryRun: boolean, terminal: Terminal): void {
  const { green, red } = terminal.colors;
  const { samples, isWhole } = counts;
  const changes = `${formatRows(counts.moved)} ${dryRun ? "to move" : "moved"}, ${formatRows(counts.rewritten)} ${dryRun ? "to rewrite" : "rewritten"}`;
  terminal.log(`${isWhole ? green("✔") : red("✖")} ${entity}: ${changes}`);
  for (const { before, after } of samples) {
    terminal.out(red(`- ${shortJson(before)}`));
    terminal.out(green(`+ ${shortJson(after)}`));
  }
  if (counts.missingTable !== undefined)
    terminal.log(`  There is no table ${counts.missingTable} yet. Create it before you run migrate without --dry-run`);
  printRest(counts, dryRun, terminal);
  counts.young.print(entity, terminal);
}

/** Prints the pairs of which one row is kept, the pairs of which both rows stay, and the rows that stay as they are for other reasons. */
function printRest({ kept, conflicts, pairs, refused }: MigrationCounts, dryRun: boolean, terminal: Terminal) {
  for (const row of ["old", "new"] as const)
    if (kept[row] > 0)
      terminal.log(
        `  Stored under both keys, and the ${row} row ${dryRun ? "to keep" : "kept"}: ${formatRows(kept[row])}`,
      );
  if (conflicts > 0) {
    terminal.log(
      `  Stored under both keys: ${conflicts === 1 ? "1 pair" : `${conflicts} pairs`} of rows. Both rows stay until you pass --keep old or --keep new`,
    );
    for (const pair of pairs) {
      terminal.log(`    old ${keysText(pair.old)}  ${shortJson(pair.old)}`);
      terminal.log(`    new ${keysText(pair.new)}  ${shortJson(pair.new)}`);
    }
    if (conflicts > pairs.length) terminal.log(`    … and ${conflicts - pairs.length} more`);
  }
  for (const { reason, rows, examples } of refused) {
    terminal.log(`  ${reason}: ${formatRows(rows)}`);
    for (const each of examples) terminal.log(`    ${keysText(each)}`);
  }
}

/** Maximum length of an example row on one line, in UTF-16 code units. */
const maxSampleUnits = 1000;

/** Returns a row as JSON, cut off after 1,000 UTF-16 code units. */
export function shortJson(row: TableRow): string {
  const json = formatJson(row);
  return json.length <= maxSampleUnits ? json : `${json.slice(0, maxSampleUnits)}…`;
}

function formatJson({ partitionKey, rowKey, properties }: TableRow): string {
  return tableRowJson("", { partitionKey, rowKey, properties });
}
