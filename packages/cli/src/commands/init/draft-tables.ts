import { join } from "node:path";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { InputError } from "../../errors/input-error.js";
import { locateProject } from "../../project/project.js";
import { isTaken } from "../../project/read-files.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { formatRows } from "../../terminal/progress.js";
import type { Terminal } from "../../terminal/terminal.js";
import { type CurrentEntities, definitionFile } from "../pull/current-entities.js";
import { draftDefinitions } from "../pull/draft/draft-definitions.js";
import { draftInOrder, type OtherTables, type SampledTable } from "../pull/indexes/draft-in-order.js";
import { entityLines } from "../pull/pull-report.js";
import { readCurrentEntities } from "../pull/read-current-entities.js";
import { sampleTable } from "../pull/sample/sample-table.js";
import { type FirstProgram, firstProgram } from "./first-program.js";

/** Number of rows to sample in each table, the same as the default of `pull`. */
const sampleSize = 1000;

/** Definition file of a table, either existing or newly drafted. */
export interface TableDraft {
  /** Path of the definition file, relative to the project's root. */
  readonly file: string;
  /** Name of the first entity in the file. */
  readonly entity: string;
  /** Text of the new file; undefined if the table already has definitions. */
  readonly drafted?: {
    readonly text: string;
    /** Lines to print: one for each entity, with its number of rows and its keys. */
    readonly lines: readonly string[];
  };
}

export interface DraftedTables {
  readonly tables: readonly TableDraft[];
  /** Example program that reads rows of the first table's first entity. */
  readonly program: FirstProgram;
}

/**
 * Infers definitions for tables that have none, as `pull` does. Writes nothing, and connects only if a definition is missing.
 * @returns the drafts. Returns an exit code instead after a signal, or if the project has errors, which are then printed
 * @throws InputError `init.table-empty`, `pull.file-exists`, `pull.no-definition`, `connection.*`
 * @throws ServiceFailure `table.not-found`, and every other error of the client
 */
export async function draftTables(
  root: string,
  names: readonly string[],
  flags: ConnectionFlags,
  terminal: Terminal,
): Promise<DraftedTables | ExitCode> {
  const source = await readCurrentEntities(locateProject(root, undefined), terminal);
  if ("errors" in source) return exitCode.badInput;
  const { generator, current } = source;
  const distinct = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
  for (const table of distinct) rejectOtherFile(root, table, current);
  if (distinct.every((table) => current.declarationOf(table) !== undefined)) {
    return withProgram(distinct.flatMap((table) => currentTable(current, table) ?? []));
  }
  return await withService(flags, root, async (service) => {
    using interruption = new Interruption();
    const sampled: SampledTable[] = [];
    for (const table of distinct.filter((name) => current.declarationOf(name) === undefined)) {
      const sample = await sampleTable(service, table, sampleSize, terminal, interruption);
      const rows = sample?.rows;
      if (rows === undefined) {
        terminal.log("Stopped. Nothing was written.");
        return interruption.code ?? exitCode.interrupted;
      }
      if (rows.length === 0) throw emptyTable(table);
      sampled.push({ table, rows });
    }
    const drafts = draftInOrder(sampled, inferTable);
    const draftOf = (table: string) => drafts[sampled.findIndex((other) => other.table === table)];
    return withProgram(distinct.flatMap((table) => currentTable(current, table) ?? draftOf(table) ?? []));

    /** Drafts the definitions of a table; undefined if all of its rows are index rows of entities in other tables. */
    function inferTable({ table, rows }: SampledTable, others: OtherTables): TableDraft | undefined {
      const own = rows.filter((row) => !others.declared.has(row));
      if (own.length === 0) {
        terminal.log(`${terminal.colors.green("✔")} ${formatRows(rows.length)} of ${table}: all are index rows`);
        return undefined;
      }
      const file = definitionFile(current.settings, table);
      const draft = draftDefinitions(generator, table, own, current.placeOf(file, table), others.elsewhere);
      const { text, entities } = draft;
      others.declare(entities);
      current.add(file, draft);
      return { file, entity: entities[0]?.source.name ?? "", drafted: { text, lines: entities.flatMap(entityLines) } };
    }
  });

  function withProgram(tables: readonly TableDraft[]): DraftedTables {
    return { tables, program: firstProgram(tables[0]?.entity ?? "", current.settings, flags) };
  }
}

function currentTable(current: CurrentEntities, table: string): TableDraft | undefined {
  const declaration = current.declarationOf(table);
  return declaration && { file: declaration.file, entity: declaration.name };
}

/** Checks that a new definition file for the table would not replace a file. @throws InputError `pull.file-exists` if it would */
function rejectOtherFile(root: string, table: string, current: CurrentEntities): void {
  const file = definitionFile(current.settings, table);
  if (current.declarationOf(table) !== undefined || !isTaken(join(root, file))) return;
  const help = `Rename it, or run \`npx tablewright pull ${table} --out <file>\` to write another file.`;
  throw new InputError("pull.file-exists", `${file} exists already, and does not declare ${table}.`, help);
}

function emptyTable(table: string): InputError {
  const help = "Write a row first, or run `npx tablewright init` without --from for a definition to start from.";
  return new InputError("init.table-empty", `${table} has no rows, so there is nothing to infer.`, help);
}
