import type { TableClient } from "@tablewright/runtime";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { asCompiled } from "../../definitions/compile-definitions.js";
import { readCompiled } from "../../definitions/compiled-definitions.js";
import { type AnySchema, loadSchemas } from "../../definitions/load-schema.js";
import { InputError } from "../../errors/input-error.js";
import { checkShard, chosenShard } from "../../files/plan-file.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { limitHeap } from "../../terminal/limit-heap.js";
import { formatRows, Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import { count, type Terminal } from "../../terminal/terminal.js";
import { FindingGroups } from "./finding-groups.js";
import { FormerDefinitions } from "./former-definitions.js";
import { IndexChecks } from "./indexes/index-checks.js";
import { printFindingTable } from "./verify-report.js";
import { type OnRows, verifyFormerTable, verifyIndexRows, verifyTable } from "./verify-table.js";

/** Options of `verify`. */
export interface VerifyFlags extends ConnectionFlags {
  readonly config?: string;
  readonly sample?: number;
  /** Shard to verify, e.g. `3/16`; undefined for whole tables. */
  readonly shard?: string;
  readonly plan?: string;
  readonly parallel: number;
  /** If true, the report lists every row with a finding, not only the first few. */
  readonly rows?: boolean;
  readonly json?: boolean;
}

type ReadTable = (table: TableClient, schemas: readonly AnySchema[], onRows: OnRows) => Promise<void>;

/**
 * Checks that the rows of the named tables, or of all tables with definitions, match their definitions. Prints the findings.
 */
export async function verify(
  cwd: string,
  names: readonly string[],
  flags: VerifyFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const definitions = await readCompiled(cwd, flags.config, terminal);
  if (definitions === undefined) return exitCode.badInput;
  const schemas = loadSchemas(definitions.files, asCompiled);
  const former = new FormerDefinitions(definitions);
  const formerTables = former.tables(schemas.map(({ table }) => table));
  const shard = chosenShard(cwd, flags);
  const tables = groupByTable(schemas, formerTables, shard === undefined ? names : [shard.plan.table]);
  limitHeap();
  using interruption = new Interruption();
  return await withService(flags, cwd, async (service) => {
    const groups = new FindingGroups(flags.rows ? Number.POSITIVE_INFINITY : undefined);
    const { parallel, sample } = flags;
    const { signal } = interruption;
    const planned = shard && checkShard(shard, service.endpoint, names[0]);
    const options = { parallel, sample, planned, isOrdered: service.kind === "storage", signal };
    // A shard is treated like a sample, because the index rows of its entities may be in other shards.
    const isSample = sample !== undefined || planned !== undefined;
    const indexes = new IndexChecks(service, schemas, { tables: new Set(tables.keys()), isSample, signal }, groups);
    let rows = 0;
    const readTables = async (read: ReadTable) => {
      const done = { rows: 0, fraction: 0 };
      using _progress = new Progress(terminal, () => done);
      for (const [index, [name, ofTable]] of [...tables].entries()) {
        await read(service.table(name), ofTable, (more, part) => {
          done.rows += more;
          done.fraction = (index + part) / tables.size;
          rows = Math.max(rows, done.rows);
        });
      }
    };
    const isWhole = await interruption.untilInterrupted(async () => {
      const checks = { groups, indexes, former };
      await readTables((table, ofTable, onRows) => {
        const read = formerTables.has(table.name) ? verifyFormerTable : verifyTable;
        return read(table, ofTable, onRows, options, checks);
      });
      if (indexes.beginSecondReading())
        await readTables((table, ofTable, onRows) =>
          formerTables.has(table.name) ? Promise.resolve() : verifyIndexRows(table, ofTable, onRows, options, indexes),
        );
    });
    indexes.finish();
    const findings = groups.list();
    const code = interruption.code ?? (findings.length === 0 ? exitCode.ok : exitCode.found);
    const { others } = groups;
    if (flags.json) {
      const young = [...indexes.young].flatMap(([entity, { left }]) =>
        left === undefined ? [] : [{ entity, ...left }],
      );
      const more = {
        ...(others > 0 && { others }),
        ...(indexes.hasIndexes && isSample && { indexes: "sampled" }),
        ...(young.length > 0 && { indexRowsLeft: young }),
      };
      terminal.out(resultJson(code, { tables: [...tables.keys()], rows, findings, ...more }));
      return code;
    }
    if (findings.length > 0) printFindingTable(findings, terminal);
    if (others > 0) terminal.log(`${others} further findings are of kinds that are not listed.`);
    for (const [entity, young] of indexes.young) young.print(entity, terminal);
    const { green, red } = terminal.colors;
    const where = `${formatRows(rows)} of ${[...tables.keys()].join(", ")}`;
    if (findings.length > 0) terminal.log(`${red("✖")} ${count(findings.length, "kind")} of findings in ${where}`);
    else if (isWhole) terminal.log(`${green("✔")} ${where} checked: nothing found`);
    if (isWhole && sample !== undefined && indexes.hasIndexes)
      terminal.log("Only the index rows of these entities were checked. Omit --sample to check all index rows.");
    if (!isWhole)
      terminal.log(`Stopped after ${formatRows(rows)}. Run the command again, or read fewer rows with --sample.`);
    return code;
  });
}

/**
 * Groups the schemas by table. If tables are named, leaves out all other tables.
 * @throws InputError `verify.unknown-table` if no current or former definition uses a named table
 */
function groupByTable(
  schemas: readonly AnySchema[],
  former: ReadonlyMap<string, readonly AnySchema[]>,
  names: readonly string[],
): ReadonlyMap<string, readonly AnySchema[]> {
  const tables = new Map<string, readonly AnySchema[]>();
  for (const schema of schemas) tables.set(schema.table, [...(tables.get(schema.table) ?? []), schema]);
  const known = [...tables.keys()].sort();
  for (const [name, own] of former) {
    tables.set(name, own);
    known.push(name);
  }
  const unknown = names.find((name) => !tables.has(name));
  if (unknown !== undefined) {
    const message = `No definition has the table ${unknown}.`;
    throw new InputError("verify.unknown-table", message, `Pass one or more of these: ${known.join(", ")}`);
  }
  const wanted = names.length === 0 ? known : [...new Set(names)];
  return new Map(wanted.map((name) => [name, tables.get(name) ?? []]));
}
