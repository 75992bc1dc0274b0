import type { TableClient, TableServiceView } from "@tablewright/runtime";
import type { CompiledDefinitions } from "../../definitions/compile-definitions.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import { InputError } from "../../errors/input-error.js";
import type { FindingGroups } from "./finding-groups.js";
import { FormerDefinitions } from "./former-definitions.js";
import { IndexChecks } from "./indexes/index-checks.js";
import { type OnRows, type VerifyOptions, verifyFormerTable, verifyIndexRows, verifyTable } from "./verify-table.js";

/** Called with the number of rows read so far, and with the share of all tables that was read, from 0 to 1. */
export type OnVerified = (rows: number, fraction: number) => void;

/** Tables to compare with their definitions. */
export interface VerifiableTables {
  readonly schemas: readonly AnySchema[];
  readonly former: FormerDefinitions;
  /** Schemas of the definitions of each table, by its name: of former definitions if no current one uses the table. */
  readonly tables: ReadonlyMap<string, readonly AnySchema[]>;
  /** Names of the tables that only former definitions used. */
  readonly formerTables: ReadonlySet<string>;
}

/** Comparison of tables with their definitions, in two readings. */
export interface Verification {
  readonly indexes: IndexChecks;
  /** True if only a part of the rows is read. A shard is such a part: the index rows of its entities may be in other shards. */
  readonly isSample: boolean;
  /** Reads all rows, or those of a sample or shard. */
  readRows(onRows: OnVerified): Promise<void>;
  /** Reads the tables a second time, if `indexes.beginSecondReading()` returns that the index rows may not match their entities. */
  readIndexRows(onRows: OnVerified): Promise<void>;
}

/**
 * Returns the tables to verify.
 * @param schemas schemas of all current definitions
 * @param names names of tables; none for all that current or former definitions use
 * @throws InputError `verify.unknown-table` if no current or former definition uses a named table
 */
export function tablesToVerify(
  definitions: CompiledDefinitions,
  schemas: readonly AnySchema[],
  names: readonly string[],
): VerifiableTables {
  const former = new FormerDefinitions(definitions);
  const ofFormer = former.tables(schemas.map(({ table }) => table));
  const formerTables = new Set(ofFormer.keys());
  return { schemas, former, tables: groupByTable(schemas, ofFormer, names), formerTables };
}

/** Prepares the comparison of tables with their definitions. Adds what is wrong to `groups`. */
export function prepareVerification(
  service: TableServiceView,
  { schemas, former, tables, formerTables }: VerifiableTables,
  options: VerifyOptions,
  groups: FindingGroups,
): Verification {
  const { signal, sample, planned } = options;
  const isSample = sample !== undefined || planned !== undefined;
  const indexes = new IndexChecks(service, schemas, { tables: new Set(tables.keys()), isSample, signal }, groups);
  const checks = { groups, indexes, former };
  const readTables = async (
    report: OnVerified,
    read: (table: TableClient, ofTable: readonly AnySchema[], onRows: OnRows) => Promise<void>,
  ) => {
    let rows = 0;
    for (const [index, [name, ofTable]] of [...tables].entries()) {
      await read(service.table(name), ofTable, (more, part) => {
        rows += more;
        report(rows, (index + part) / tables.size);
      });
    }
  };
  return {
    indexes,
    isSample,
    readRows: (report) =>
      readTables(report, (table, ofTable, onRows) => {
        const read = formerTables.has(table.name) ? verifyFormerTable : verifyTable;
        return read(table, ofTable, onRows, options, checks);
      }),
    readIndexRows: (report) =>
      readTables(report, (table, ofTable, onRows) =>
        formerTables.has(table.name) ? Promise.resolve() : verifyIndexRows(table, ofTable, onRows, options, indexes),
      ),
  };
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
