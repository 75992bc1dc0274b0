import { sweep } from "@tablewright/runtime/admin";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { type AnySchema, loadSchemas, withoutIndexRows } from "../../definitions/load-schema.js";
import { readDefinitions } from "../../definitions/read-definitions.js";
import { InputError } from "../../errors/input-error.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { formatRows, Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import { count, type Terminal } from "../../terminal/terminal.js";

/** Options of `sweep`. */
export interface SweepFlags extends ConnectionFlags {
  readonly config?: string;
  readonly parallel: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * Numbers of rows for one entity. `deleted` counts the deleted rows, `receipts` the deleted receipts, and `changed` the rows that were kept
 * because another program had changed them. With `--dry-run`, `deleted` counts the rows that would be deleted, and receipts are not
 * counted.
 */
interface SweptEntity {
  readonly entity: string;
  readonly table: string;
  readonly deleted: number;
  readonly changed: number;
  readonly receipts: number;
}

/** Deletes the expired rows of entities with a `ttl`. Also deletes the old receipts of writes in the tables of all chosen entities. */
export async function sweepCommand(
  cwd: string,
  entities: readonly string[],
  flags: SweepFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const definitions = await readDefinitions(cwd, flags.config, terminal, "accept");
  if (definitions === undefined) return exitCode.badInput;
  const schemas = chosen(loadSchemas(definitions.files, definitions.generator), entities);
  const { dryRun, parallel: concurrency } = flags;
  using interruption = new Interruption();
  return await withService(flags, cwd, async (service) => {
    const swept: SweptEntity[] = [];
    const isWhole = await interruption.untilInterrupted(async () => {
      let rows = 0;
      const tables = new Set<string>();
      using _progress = new Progress(terminal, () => ({ rows }));
      for (const schema of schemas) {
        const before = rows;
        const onProgress = ({ done }: { readonly done: number }) => {
          rows = before + done;
        };
        // Several entities can share a table. The receipts of such a table are deleted only once.
        const receipts = tablesOf(schema).some((table) => !tables.has(table));
        for (const table of tablesOf(schema)) tables.add(table);
        const options = { dryRun, receipts, concurrency, onProgress, signal: interruption.signal };
        const found = await sweep(service, { $schema: schema }, options);
        rows = before + found.deleted;
        // If no entities are named, the result leaves out an entity that had nothing to delete.
        if (schema.ttl !== undefined || entities.length > 0 || found.receipts > 0)
          swept.push({ entity: schema.name, table: schema.table, ...found });
      }
    });
    const code = interruption.code ?? exitCode.ok;
    if (flags.json) terminal.out(resultJson(code, { dryRun: dryRun === true, swept }));
    else print(swept, isWhole, dryRun === true, terminal);
    return code;
  });
}

function print(swept: readonly SweptEntity[], isWhole: boolean, dryRun: boolean, terminal: Terminal): void {
  const { green, yellow } = terminal.colors;
  for (const { entity, table, deleted, changed, receipts } of swept) {
    const what = dryRun ? `${formatRows(deleted)} expired` : `${formatRows(deleted)} deleted`;
    const left = changed === 0 ? "" : `, ${formatRows(changed)} kept, because another program changed them`;
    const old = receipts === 0 ? "" : `, ${count(receipts, "receipt")} deleted`;
    terminal.log(`${green("✔")} ${entity}: ${what} in ${table}${left}${old}`);
  }
  if (isWhole && swept.length === 0) terminal.log(`${green("✔")} Nothing to delete`);
  if (!isWhole) terminal.log(`${yellow("⚠")} Stopped. Run the command again to delete what is left.`);
}

function tablesOf({ table, indexes = [] }: AnySchema): string[] {
  return [table, ...indexes.map(({ entry }) => entry.table)];
}

/** Returns the schemas of the named entities, or of all if none is named. @throws InputError `sweep.unknown-entity` */
function chosen(schemas: readonly AnySchema[], names: readonly string[]): readonly AnySchema[] {
  // Index rows are deleted together with the entities that they belong to.
  const swept = withoutIndexRows(schemas);
  const unknown = names.find((name) => !swept.some((schema) => schema.name === name));
  if (unknown === undefined) return names.length === 0 ? swept : swept.filter(({ name }) => names.includes(name));
  const known = swept.map(({ name }) => name).sort();
  throw new InputError(
    "sweep.unknown-entity",
    `There is no definition named ${unknown}.`,
    `Pass one of these: ${known.join(", ")}`,
  );
}
