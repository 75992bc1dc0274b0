import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { asCompiled } from "../../definitions/compile-definitions.js";
import { readCompiled } from "../../definitions/compiled-definitions.js";
import { type EntitySchemas, loadEntitySchemas } from "../../definitions/entity-schemas.js";
import { InputError } from "../../errors/input-error.js";
import { checkShard, chosenShard } from "../../files/plan-file.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { limitHeap } from "../../terminal/limit-heap.js";
import { Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";
import { migrateEntity } from "./migrate-entity.js";
import { MigrationCounts } from "./migration-counts.js";
import type { Keep } from "./move/move-row.js";
import { migrationJson, printMigration } from "./print-migration.js";

/** Options of `migrate`. */
export interface MigrateFlags extends ConnectionFlags {
  readonly config?: string;
  readonly dryRun?: boolean;
  readonly keep?: Keep;
  /** Shard to migrate, e.g. `3/16`; undefined for whole tables. */
  readonly shard?: string;
  readonly plan?: string;
  readonly parallel: number;
  readonly json?: boolean;
}

/** Updates the rows of the named entities, or of all entities, to their current definitions. */
export async function migrate(
  cwd: string,
  names: readonly string[],
  flags: MigrateFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const definitions = await readCompiled(cwd, flags.config, terminal);
  if (definitions === undefined) return exitCode.badInput;
  const all = loadEntitySchemas(definitions.files, definitions.former, asCompiled);
  const chosenSchemas = chosen(all, names);
  const shard = chosenShard(cwd, flags);
  limitHeap();
  using interruption = new Interruption();
  return await withService(flags, cwd, async (service) => {
    const { parallel, dryRun = false, keep } = flags;
    const { signal } = interruption;
    const planned = shard && checkShard(shard, service.endpoint);
    const counts = new Map<string, MigrationCounts>();
    const state = { rows: 0, fraction: 0 };
    const isWhole = await interruption.untilInterrupted(async () => {
      using _progress = new Progress(terminal, () => state);
      for (const [index, schemas] of chosenSchemas.entries()) {
        const own = new MigrationCounts();
        counts.set(schemas.current.name, own);
        const onRows = (rows: number, fraction: number) => {
          state.rows += rows;
          state.fraction = (index + fraction) / chosenSchemas.length;
        };
        const isOrdered = service.kind === "storage";
        await migrateEntity(service, schemas, { parallel, dryRun, keep, planned, isOrdered, signal, onRows }, own);
      }
    });
    const isDone = [...counts.values()].every((own) => own.isWhole && !(dryRun && own.changes > 0));
    const code = interruption.code ?? (isDone ? exitCode.ok : exitCode.found);
    if (flags.json) {
      terminal.out(resultJson(code, { dryRun, rows: state.rows, ...migrationJson(counts) }));
      return code;
    }
    for (const [entity, own] of counts) printMigration(entity, own, dryRun, terminal);
    if (!isWhole) terminal.log("Stopped. Run the command again to continue; it is safe to run twice.");
    return code;
  });
}

/** Returns the named entities, or all if no name is given. @throws InputError `migrate.unknown-entity`, `migrate.indexes-without-kind` */
function chosen(all: ReadonlyMap<string, EntitySchemas>, names: readonly string[]): EntitySchemas[] {
  const unknown = names.find((name) => !all.has(name));
  if (unknown !== undefined) {
    const known = [...all.keys()].sort().join(", ");
    throw new InputError(
      "migrate.unknown-entity",
      `No definition is named ${unknown}.`,
      `Pass one or more of these: ${known}`,
    );
  }
  const wanted = [...all.values()].filter(({ current }) => names.length === 0 || names.includes(current.name));
  const without = wanted.find(
    ({ current, former }) => former.length > 0 && current.indexes !== undefined && current.kindProperty === undefined,
  );
  if (without !== undefined) {
    const { name } = without.current;
    const message = `${name} has indexes and stores no kind: under former keys, its rows cannot be told from those of its indexes.`;
    const help = `Pass the names of other entities. To move ${name}, read it with the former definition, insert it with the current one, then delete the old entity.`;
    throw new InputError("migrate.indexes-without-kind", message, help);
  }
  return wanted;
}
