import type { TableRow } from "@tablewright/runtime";
import { tableRowJson } from "@tablewright/runtime/edm";
import { keysText } from "../../rows/row-keys.js";
import { formatRows } from "../../terminal/progress.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { MigrationCounts, SampleChange } from "./migration-counts.js";

/** Returns the result that `migrate --json` prints: the counts of each entity. */
export function migrationJson(counts: ReadonlyMap<string, MigrationCounts>) {
  const entities = [...counts].map(([entity, own]) => ({
    entity,
    moved: own.moved,
    rewritten: own.rewritten,
    ...(own.waiting > 0 && { waiting: own.waiting }),
    ...(own.undone > 0 && { undone: own.undone }),
    ...(own.oldRowMissing > 0 && {
      oldRowMissing: own.oldRowMissing,
      oldRowMissingExamples: own.oldRowMissingExamples,
    }),
    ...(own.settled.old + own.settled.new > 0 && { settled: own.settled }),
    conflicts: own.conflicts,
    conflictExamples: own.conflictExamples,
    refused: own.refused,
    ...(own.missingTable !== undefined && { missingTable: own.missingTable }),
    ...(own.samples.length > 0 && { samples: own.samples.map(sampleJson) }),
  }));
  return { entities };
}

function sampleJson({ change, before, after }: SampleChange) {
  return { change, before: JSON.parse(formatJson(before)) as object, after: JSON.parse(formatJson(after)) as object };
}

/** Prints an entity's counts and the rows that stay as they are, with the reason; in a dry run also examples of rows before and after. */
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
  if (counts.waiting > 0)
    terminal.log(
      `  Not yet rewritten under their keys: ${formatRows(counts.waiting)}. Run migrate without --keep-former for them`,
    );
  if (counts.oldRowMissing > 0) {
    const reason = "Moved, although another request had already deleted the old row";
    const help = "If a program with the former definition deleted these entities, delete them again";
    terminal.log(`  ${reason}: ${formatRows(counts.oldRowMissing)}. ${help}`);
    for (const each of counts.oldRowMissingExamples) terminal.log(`    ${keysText(each)}`);
  }
  printRest(counts, dryRun, terminal);
}

/** Prints an entity's counts of `migrate --undo`. */
export function printUndo(entity: string, counts: MigrationCounts, dryRun: boolean, terminal: Terminal): void {
  const { green, red } = terminal.colors;
  const mark = counts.isWhole ? green("✔") : red("✖");
  terminal.log(
    `${mark} ${entity}: ${formatRows(counts.undone)} ${dryRun ? "to delete" : "deleted"} under the new keys`,
  );
  if (counts.unmarked > 0)
    terminal.log(`  Not copied from former rows, so not deleted: ${formatRows(counts.unmarked)}`);
  printRest(counts, dryRun, terminal);
}

/** Prints the conflicts, resolved or not, and the rows that stay as they are for other reasons. */
function printRest(
  { settled, conflicts, conflictExamples, refused }: MigrationCounts,
  dryRun: boolean,
  terminal: Terminal,
) {
  for (const kept of ["old", "new"] as const)
    if (settled[kept] > 0)
      terminal.log(`  Changed under both keys, and resolved by keeping the ${kept} row: ${formatRows(settled[kept])}`);
  if (conflicts > 0) {
    const help = dryRun ? "" : ". Resolve them with --keep old, --keep new or --keep ask";
    terminal.log(`  Changed under both keys, and both kept: ${formatRows(conflicts)}${help}`);
    for (const each of conflictExamples) terminal.log(`    ${keysText(each)} and ${keysText(each.newKeys)}`);
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
