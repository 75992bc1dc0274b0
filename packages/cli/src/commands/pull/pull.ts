import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import { InputError } from "../../errors/input-error.js";
import { jsonReport } from "../../generation/json-report.js";
import { displayPath, locateProject, type Project } from "../../project/project.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { formatRows } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import { count, type Terminal } from "../../terminal/terminal.js";
import { type CurrentEntities, definitionFile, rejectExisting } from "./current-entities.js";
import { draftDefinitions } from "./draft/draft-definitions.js";
import { draftTable } from "./draft/draft-table.js";
import { draftInOrder, type OtherTables } from "./indexes/draft-in-order.js";
import { findMissing } from "./missing-definitions.js";
import {
  type EntityReport,
  entityLines,
  entityReport,
  type MissingReport,
  missingLines,
  missingReport,
} from "./pull-report.js";
import { readCurrentEntities } from "./read-current-entities.js";
import type { SampledRow } from "./sample/columns.js";
import { sampleTable } from "./sample/sample-table.js";
import { estimateTable, type Seen, seenLine } from "./seen.js";

/** Options of `pull`. */
export interface PullFlags extends ConnectionFlags {
  readonly config?: string;
  readonly sample: number;
  readonly all?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** If true, verifies all rows of the tables once their definitions are written. */
  readonly verify?: boolean;
  readonly json?: boolean;
}

/** Result of `pull` for one table, as `--json` prints it. */
interface PulledTable {
  readonly table: string;
  /** Number of rows that were sampled. */
  readonly rows: number;
  readonly seen?: Seen;
  /** Path of the new file, relative to the current folder; undefined if nothing was written. */
  readonly file?: string;
  /** Text of the definitions; undefined without `--dry-run`. */
  readonly text?: string;
  readonly entities: readonly EntityReport[];
  /** Rows and properties that the table's existing definitions do not cover; undefined if it has none. */
  readonly missing?: MissingReport;
}

/**
 * Infers definitions from the rows of tables and writes them to files. For a table that already has definitions, reports what they lack.
 */
export async function pull(
  cwd: string,
  tables: readonly string[],
  flags: PullFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  if (flags.out !== undefined && tables.length > 1) {
    const help = "Pull one table at a time, or omit --out to write a file for each.";
    throw new InputError("cli.usage", `--out takes the definitions of one table, not of ${tables.length}.`, help);
  }
  const project = locateProject(cwd, flags.config);
  const source = await readCurrentEntities(project, terminal);
  if ("errors" in source) {
    if (flags.json) terminal.out(jsonReport(exitCode.badInput, { files: [], diagnostics: source.errors }));
    return exitCode.badInput;
  }
  const run: Run = { ...source, project, flags, terminal };
  const targets = [...new Set(tables)].map((table) => findTarget(run, table));
  const code = await withService(flags, cwd, async (service) => {
    using interruption = new Interruption();
    const read: ReadTarget[] = [];
    for (const target of targets) {
      const sampled = await sampleTable(
        service,
        target.table,
        flags.all ? undefined : flags.sample,
        terminal,
        interruption,
      );
      if (sampled === undefined) break;
      const { rows, isWhole } = sampled;
      const { signal } = interruption;
      const estimate = isWhole ? undefined : await estimateTable(service, target.table, signal);
      read.push({ ...target, rows, seen: { isWhole, ...(estimate && { estimate }) } });
    }
    const isWhole = read.length === targets.length;
    const pulled = isWhole ? draftInOrder(read, (target, others) => pullTable(run, target, others)) : [];
    const code = interruption.code ?? exitCode.ok;
    if (flags.json) terminal.out(resultJson(code, { tables: pulled }));
    else if (code !== exitCode.ok) terminal.log("Stopped. Run the same command again.");
    return code;
  });
  if (flags.verify !== true || code !== exitCode.ok) return code;
  const { verify } = await import("../verify/verify.js");
  const { sample: _, ...same } = flags;
  return await verify(cwd, tables, { ...same, parallel: verifiedInParallel }, terminal);
}

/** Number of ranges of keys that `--verify` reads at a time, which is the default of `verify`. */
const verifiedInParallel = 8;

/** State shared by all tables that one `pull` command reads. */
interface Run {
  readonly generator: typeof import("@tablewright/generator");
  readonly project: Project;
  readonly current: CurrentEntities;
  readonly flags: PullFlags;
  readonly terminal: Terminal;
}

interface Target {
  readonly table: string;
  /** Path of the definition file for the table, relative to the project's root, with `/` as separator. */
  readonly file: string;
  /** Schemas of existing definitions to compare the rows with; empty if new definitions will be written. */
  readonly schemas: readonly AnySchema[];
}

type ReadTarget = Target & { readonly rows: readonly SampledRow[]; readonly seen: Seen };

/** Decides where the definitions of a table are written, before any row is read. @throws InputError `pull.file-exists` */
function findTarget({ project, current, flags }: Run, table: string): Target {
  const { out, force, dryRun } = flags;
  const file =
    out === undefined
      ? definitionFile(current.settings, table)
      : relative(project.root, resolve(project.cwd, out)).replaceAll(sep, "/");
  const schemas = out === undefined ? current.schemasOf(table, force ? file : undefined) : [];
  if (schemas.length === 0 && !force && !dryRun) rejectExisting(project.root, file, displayPath(project, file));
  return { table, file, schemas };
}

function pullTable(run: Run, target: ReadTarget, others: OtherTables): PulledTable {
  const { table, schemas, rows } = target;
  const { log, colors } = run.terminal;
  if (rows.length === 0) {
    if (!run.flags.json) log(`${colors.yellow("⚠")} ${table} has no rows, so there is nothing to infer.`);
    return { table, rows: 0, entities: [] };
  }
  if (schemas.length > 0) return compare(run, target, rows);
  const own = rows.filter((row) => !others.declared.has(row));
  if (own.length === 0) {
    if (!run.flags.json) log(`${colors.green("✔")} ${formatRows(rows.length)} of ${table}: all are index rows`);
    return { table, rows: rows.length, entities: [] };
  }
  return draft(run, { ...target, rows: own }, others);
}

function draft(
  { generator, project, current, flags, terminal }: Run,
  { table, file, rows, seen }: ReadTarget,
  others: OtherTables,
): PulledTable {
  const drafted = draftDefinitions(generator, table, rows, current.placeOf(file, table), others.elsewhere);
  const { text, entities } = drafted;
  others.declare(entities);
  const shown = displayPath(project, file);
  current.add(file, drafted);
  const result = { table, rows: rows.length, seen, entities: entities.map(entityReport) };
  const line = seenLine(rows.length, seen);
  if (flags.dryRun) {
    if (!flags.json) terminal.out(text.trimEnd());
    if (!flags.json && line !== undefined) terminal.log(line);
    return { ...result, text };
  }
  mkdirSync(dirname(join(project.root, file)), { recursive: true });
  writeFileSync(join(project.root, file), text);
  if (!flags.json) {
    terminal.out(`written  ${shown}`);
    for (const line of entities.flatMap(entityLines)) terminal.log(`  ${line}`);
    terminal.log(
      `${terminal.colors.green("✔")} ${count(entities.length, "definition")} from ${formatRows(rows.length)} of ${table}`,
    );
    if (line !== undefined) terminal.log(line);
  }
  return { ...result, file: shown };
}

/**
 * Compares the rows of a table with its existing definitions, and prints the rows and properties that these do not cover. Writes nothing.
 */
function compare({ flags, terminal }: Run, { table, schemas }: Target, rows: readonly SampledRow[]): PulledTable {
  const missing = findMissing(schemas, rows);
  const unknown = missing.unknown.length === 0 ? [] : draftTable(table, missing.unknown, (name) => name);
  const report = missingReport(missing, unknown);
  const lines = missingLines(report);
  if (!flags.json) {
    const { green, yellow } = terminal.colors;
    for (const line of lines) terminal.log(`${yellow("⚠")} ${table}: ${line}`);
    if (lines.length === 0)
      terminal.log(`${green("✔")} ${formatRows(rows.length)} of ${table}: the definitions cover everything`);
    else terminal.log("Nothing was written. Pass --out <file> to write new definitions beside those that exist.");
  }
  return { table, rows: rows.length, entities: [], missing: report };
}
