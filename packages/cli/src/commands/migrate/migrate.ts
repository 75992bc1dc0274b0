import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { type EntitySchemas, loadEntitySchemas } from "../../definitions/entity-schemas.js";
import { formerClasses, readDefinitions } from "../../definitions/read-definitions.js";
import { InputError } from "../../errors/input-error.js";
import { checkShard, chosenShard } from "../../files/plan-file.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { limitHeap } from "../../terminal/limit-heap.js";
import { Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";
import { decideConflicts } from "./decide-conflicts.js";
import { migrateEntity } from "./migrate-entity.js";
import { MigrationCounts } from "./migration-counts.js";
import type { Keep } from "./move/move-row.js";
import { migrationJson, printMigration, printUndo } from "./print-migration.js";
import { undoMigration } from "./undo-migration.js";

/** Options of `migrate`. */
export interface MigrateFlags extends ConnectionFlags {
  readonly config?: string;
  readonly dryRun?: boolean;
  readonly keep?: Keep | "ask";
  readonly keepFormer?: boolean;
  readonly undo?: boolean;
  /** Shard to migrate, e.g. `3/16`; undefined for whole tables. */
  readonly shard?: string;
  readonly plan?: string;
  readonly parallel: number;
  readonly json?: boolean;
}

/**
 * Updates the rows of the named entities, or of all entities, to their current definitions. With `--undo`, deletes the copies that an
 * earlier migration with `--keep-former` made.
 */
export async function migrate(
  cwd: string,
  names: readonly string[],
  flags: MigrateFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const definitions = await readDefinitions(cwd, flags.config, terminal, "accept");
  if (definitions === undefined) return exitCode.badInput;
  const { files, generator } = definitions;
  const all = loadEntitySchemas(files, formerClasses(definitions), generator);
  const chosenSchemas = chosen(all, names);
  if (flags.keepFormer || flags.undo) checkUndo(chosenSchemas, flags);
  const shard = chosenShard(cwd, flags);
  limitHeap();
  using interruption = new Interruption();
  return await withService(flags, cwd, async (service) => {
    const { parallel, dryRun = false, keepFormer: keepsFormer = false, undo = false } = flags;
    const { signal } = interruption;
    const planned = shard && checkShard(shard, service.endpoint);
    const settle = decideConflicts(flags.keep, terminal, signal);
    const work = undo ? undoMigration : migrateEntity;
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
        const options = {
          parallel,
          dryRun,
          keepsFormer,
          planned,
          isOrdered,
          signal,
          onRows,
          ...(settle && { settle }),
        };
        await work(service, schemas, options, own);
      }
    });
    const isDone = [...counts.values()].every((own) => own.isWhole && !(dryRun && own.changes > 0));
    const code = interruption.code ?? (isDone ? exitCode.ok : exitCode.found);
    if (flags.json) {
      terminal.out(resultJson(code, { dryRun, rows: state.rows, ...migrationJson(counts) }));
      return code;
    }
    const print = undo ? printUndo : printMigration;
    for (const [entity, own] of counts) print(entity, own, dryRun, terminal);
    if (!isWhole) terminal.log("Stopped. Run the command again to continue; it is safe to run twice.");
    return code;
  });
}

/**
 * Checks that `--keep-former` or `--undo` is possible.
 * @throws InputError `migrate.cannot-undo` for entities with indexes, `cli.usage` for options that contradict each other
 */
function checkUndo(schemas: readonly EntitySchemas[], { keep, undo }: MigrateFlags): void {
  const indexed = schemas.find(({ current, former }) => current.indexes !== undefined && former.length > 0);
  if (indexed !== undefined) {
    const { name } = indexed.current;
    const message = `${name} has indexes, whose rows represent an entity under one key: its former rows cannot stay beside the new ones.`;
    const help = `Run migrate without --keep-former, or pass the names of other entities. To be able to go back, export the table first.`;
    throw new InputError("migrate.cannot-undo", message, help);
  }
  if (undo && keep === "new")
    throw new InputError("cli.usage", "--undo deletes the new rows.", "Pass --keep old or --keep ask, or no --keep.");
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
