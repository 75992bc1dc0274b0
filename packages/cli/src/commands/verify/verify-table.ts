import { isTableError, type TableClient } from "@tablewright/runtime";
import { decodePayload, type EntityPayload, fitsDefinition, readPayloads } from "@tablewright/runtime/lines";
import { findPayloadSchema, hasUndeclared, isWrittenBy } from "../../definitions/find-schema.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import { listShardRanges, type PlannedShard } from "../../files/plan-file.js";
import type { Finding } from "../../rows/finding.js";
import { divideTable } from "../../rows/ranges/divide-ranges.js";
import { fractionRead, type KeyRange, queryRange } from "../../rows/ranges/key-range.js";
import { asPayloads } from "../../rows/ranges/page-content.js";
import { type ReadOptions, readRanges } from "../../rows/ranges/read-ranges.js";
import { checkRow } from "./check-row.js";
import type { FindingGroups } from "./finding-groups.js";
import type { FormerDefinitions } from "./former-definitions.js";
import type { CheckedRow, FormerRow, IndexChecks } from "./indexes/index-checks.js";

export interface VerifyOptions extends ReadOptions {
  /** Number of rows to read, spread over the table's PartitionKeys; undefined for all rows. */
  readonly sample: number | undefined;
  /** Shard of the table to read, with its plan; undefined for the whole table. */
  readonly planned?: PlannedShard | undefined;
}

/** State that is shared while several tables are verified. */
export interface Checks {
  readonly groups: FindingGroups;
  readonly indexes: IndexChecks;
  readonly former: FormerDefinitions;
}

/** Called with the number of rows checked since the last call, and with the share of the table read so far, from 0 to 1. */
export type OnRows = (rows: number, fraction: number) => void;

/** Maximum number of rows in a page that the service returns. */
const maxPageRows = 1000;

/** Number of key ranges that a sample is taken from. */
const rangesOfSample = 32;

/**
 * Reads the rows of a table and adds what is wrong with them to `groups`.
 * @param schemas schemas of all definitions of the table
 */
export async function verifyTable(
  table: TableClient,
  schemas: readonly AnySchema[],
  onRows: OnRows,
  options: VerifyOptions,
  { groups, indexes, former: formerDefinitions }: Checks,
): Promise<void> {
  const check = async (rows: readonly EntityPayload[]) => {
    const checked = checkRows(table.name, schemas, rows, indexes);
    const former: FormerRow[] = [];
    for (const each of checked) {
      if (isKnown(each) && indexes.looksUp(each)) continue;
      const findings = formerDefinitions.explain(table.name, each.row, each.findings);
      const stale = findings.find(({ code }) => code === "index.entry-stale");
      if (stale === undefined) groups.add(table.name, each.row, findings);
      else former.push({ row: each.row, finding: stale });
    }
    await indexes.takeFormer(table.name, former);
    await indexes.take(checked.filter(isKnown));
  };
  try {
    await readTable(table, options, check, onRows);
  } catch (error) {
    if (!isTableError(error, "table.not-found")) throw error;
    const message = "The table does not exist";
    groups.addTable(table.name, {
      code: error.code,
      entity: undefined,
      property: undefined,
      storedType: undefined,
      message,
    });
  }
}

/**
 * Reads a table that only former definitions used, and adds a finding for each row that one of them wrote.
 * @param former schemas of former definitions
 */
export async function verifyFormerTable(
  table: TableClient,
  former: readonly AnySchema[],
  onRows: OnRows,
  options: VerifyOptions,
  { groups }: Checks,
): Promise<void> {
  const check = async (rows: readonly EntityPayload[]) => {
    for (const payload of rows) {
      const row = decodePayload(table.name, payload);
      const writer = former.find((schema) => isWrittenBy(schema, row));
      if (writer !== undefined) groups.add(table.name, row, [leftBehind(writer)]);
    }
  };
  try {
    await readTable(table, options, check, onRows);
  } catch (error) {
    if (!isTableError(error, "table.not-found")) throw error;
  }
}

function leftBehind({ name: entity }: AnySchema): Finding {
  const message = `A former definition of ${entity} wrote it to this table, where nothing reads it: run npx tablewright migrate ${entity}`;
  return { code: "migrate.rows-left", entity, property: undefined, storedType: undefined, message };
}

/** Reads a table a second time to look up the entities and index rows that may not match each other. */
export async function verifyIndexRows(
  table: TableClient,
  schemas: readonly AnySchema[],
  onRows: OnRows,
  options: VerifyOptions,
  indexes: IndexChecks,
): Promise<void> {
  try {
    const check = (rows: readonly EntityPayload[]) =>
      indexes.take(checkRows(table.name, schemas, rows, indexes).filter(isKnown));
    await readTable(table, options, check, onRows);
  } catch (error) {
    if (!isTableError(error, "table.not-found")) throw error;
  }
}

/**
 * Checks rows. Returns those that need more than this: rows with findings, and rows whose index rows or entities are to be compared. Most
 * rows need nothing, and they get no typed values, because that would take longer than all checks.
 */
function checkRows(table: string, schemas: readonly AnySchema[], rows: readonly EntityPayload[], indexes: IndexChecks) {
  return rows.flatMap((payload) => {
    const schema = findPayloadSchema(schemas, payload);
    const isRight =
      schema !== undefined && fitsDefinition({ $schema: schema }, payload) && !hasUndeclared(schema, payload);
    if (isRight && !indexes.concerns(schema)) return [];
    const row = decodePayload(table, payload);
    return [{ row, schema, findings: isRight ? [] : checkRow(schema, schemas, row) }];
  });
}

function isKnown<Row extends { readonly schema: AnySchema | undefined }>(row: Row): row is Row & CheckedRow {
  return row.schema !== undefined;
}

/** Reads the rows of a table, or a sample. @param check called with the rows of each page */
async function readTable(
  table: TableClient,
  { sample, planned, ...options }: VerifyOptions,
  check: (rows: readonly EntityPayload[]) => Promise<void>,
  onRows: OnRows,
): Promise<void> {
  const { parallel, signal } = options;
  const count = sample === undefined ? parallel : Math.min(sample, rangesOfSample);
  const ranges = planned === undefined ? await divideTable(table, count, signal) : listShardRanges(planned);
  if (sample === undefined) {
    await readRanges(table, ranges, asPayloads, options, async (rows, markRead) => {
      await check(rows);
      markRead();
      onRows(rows.length, fractionRead(ranges));
    });
    return;
  }
  let remaining = sample;
  await sampleRanges(table, ranges, sample, signal, async (rows) => {
    await check(rows);
    remaining -= rows.length;
    onRows(rows.length, 1 - remaining / sample);
  });
}

/** Reads a sample from all ranges of a table, in rounds: if some ranges have fewer rows than their share, the others supply more rows. */
async function sampleRanges(
  table: TableClient,
  ranges: readonly KeyRange[],
  sample: number,
  signal: AbortSignal,
  take: (rows: readonly EntityPayload[]) => Promise<void>,
): Promise<void> {
  let open = ranges.map((range) => ({
    query: queryRange(table, range, signal),
    cursor: undefined as string | undefined,
  }));
  for (let remaining = sample; open.length > 0; open = open.filter(({ cursor }) => cursor !== undefined)) {
    for (const [index, range] of open.entries()) {
      const size = Math.min(Math.ceil(remaining / (open.length - index)), maxPageRows);
      if (size === 0) return;
      const { rows, cursor } = await readPayloads(range.query, {
        size,
        ...(range.cursor !== undefined && { cursor: range.cursor }),
      });
      await take(rows);
      remaining -= rows.length;
      range.cursor = cursor;
    }
  }
}
