import { sweep } from "@tablewright/runtime/admin";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { type AnySchema, loadSchemas } from "../../definitions/load-schema.js";
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
 * Numbers of rows for one entity: `deleted` and `guards` were deleted, `changed` were kept because another program changed them. With
 * `--dry-run`, `deleted` counts the rows that would be deleted, and guard rows are not counted.
 */
interface SweptEntity {
  readonly entity: string;
  readonly table: string;
  readonly deleted: number;
  readonly changed: number;
  readonly guards: number;
}

/**
 * Deletes the expired rows of entities with a `ttl`. For entities with a write `marker`, also deletes old guard rows: private rows in which
 * a client recorded its last request to a partition.
 */
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
      using _progress = new Progress(terminal, () => ({ rows }));
      for (const schema of schemas) {
        const before = rows;
        const onProgress = ({ done }: { readonly done: number }) => {
          rows = before + done;
        };
        const options = { dryRun, concurrency, onProgress, signal: interruption.signal };
        const found = await sweep(service, { $schema: schema }, options);
        rows = before + found.deleted;
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
  for (const { entity, table, deleted, changed, guards } of swept) {
    const what = dryRun ? `${formatRows(deleted)} expired` : `${formatRows(deleted)} deleted`;
    const left = changed === 0 ? "" : `, ${formatRows(changed)} kept, because another program changed them`;
    const guardRows = guards === 0 ? "" : `, ${count(guards, "guard row")} deleted`;
    terminal.log(`${green("✔")} ${entity}: ${what} in ${table}${left}${guardRows}`);
  }
  if (!isWhole) terminal.log(`${yellow("⚠")} Stopped. Run the command again to delete what is left.`);
}

/** Returns the schemas of the named entities, or of all that can be swept if none is named. @throws InputError `sweep.unknown-entity` */
function chosen(schemas: readonly AnySchema[], names: readonly string[]): readonly AnySchema[] {
  // Index rows are deleted together with the entities that they belong to.
  const ofIndexes = new Set(schemas.flatMap(({ indexes = [] }) => indexes.map(({ entry }) => entry.name)));
  const swept = schemas.filter(({ name, ttl, marker }) => !ofIndexes.has(name) && (ttl ?? marker) !== undefined);
  const unknown = names.find((name) => !swept.some((schema) => schema.name === name));
  if (unknown === undefined && swept.length > 0)
    return names.length === 0 ? swept : swept.filter(({ name }) => names.includes(name));
  const known = swept.map(({ name }) => name).sort();
  const help = known.length === 0 ? "Declare one: ttl: (k) => k.expiresAt" : `Pass one of these: ${known.join(", ")}`;
  const message =
    unknown === undefined
      ? "No definition has a ttl or a marker."
      : `No definition named ${unknown} has a ttl or a marker.`;
  throw new InputError("sweep.unknown-entity", message, help);
}
