import { type EntityId, isTableError, type StoredTableRow, type TableServiceView } from "@tablewright/runtime";
import { type EntityPayload, keyOf } from "@tablewright/runtime/codegen/v1";
import { edm, tableRowJson } from "@tablewright/runtime/edm";
import { findStaleEntry } from "@tablewright/runtime/reindex";
import { type ExpectedIndexRow, expectedIndexRows, indexRowText } from "../../../rows/index-rows.js";
import { readRow } from "../../../rows/read-row.js";
import { hasSameKeys } from "../../../rows/row-keys.js";
import {
  differentIndexRow,
  type EntityIndex,
  missingIndexRow,
  type RowFinding,
  staleIndexRow,
  takenIndexRow,
} from "./index-finding.js";

/** Maximum number of times that an entity and its index row are read if other programs keep changing the entity. */
const maxReads = 10;

/**
 * Checks that an entity has the right index row. Returns the problem, or undefined if there is none. Reads the entity again after its
 * index row, because a mismatch is certain only if the entity has not changed meanwhile.
 * @param row the entity as it was read
 */
export async function checkEntity(
  service: TableServiceView,
  of: EntityIndex,
  row: StoredTableRow,
  signal: AbortSignal,
): Promise<RowFinding | undefined> {
  const { schema } = of;
  let current = row;
  for (let read = 1; read <= maxReads; read++) {
    const expected = expectedEntry(service, of, current);
    if (expected === undefined) return undefined;
    const found = await readRow(service.table(expected.table), expected, signal);
    if (found !== undefined && indexRowText(found) === indexRowText(expected)) return undefined;
    const finding = await buildFinding(service, of, { row: current, expected, found }, signal);
    const now = await readRow(service.table(schema.table), row, signal);
    if (now === undefined || now.$etag === current.$etag) return now && finding;
    current = now;
  }
  return undefined;
}

/**
 * Checks that an index row belongs to an entity. Returns the problem, or undefined if there is none. Reads the index row again after the
 * entity, because a mismatch is certain only if the index row has not changed meanwhile. An index row in another partition than its entity
 * may belong to a write in progress, so it does not count as a problem until it is 20 minutes old.
 */
export async function checkIndexRow(
  service: TableServiceView,
  of: EntityIndex,
  { partitionKey, rowKey }: EntityId,
  signal: AbortSignal,
): Promise<RowFinding | { readonly youngSince: Date } | undefined> {
  const { schema, index } = of;
  const { table } = index.entry;
  const id = { partitionKey, rowKey };
  const stale = await unlessUnreadable(findStaleEntry(service, { $schema: schema }, index.name, id, { signal }));
  if (stale === undefined) return undefined;
  if ("writtenAt" in stale) return { youngSince: stale.writtenAt };
  const now = await readRow(service.table(table), id, signal);
  return now?.$etag === stale.etag ? { table, id, finding: staleIndexRow(of) } : undefined;
}

interface Disagreement {
  readonly row: StoredTableRow;
  readonly expected: ExpectedIndexRow;
  readonly found: StoredTableRow | undefined;
}

async function buildFinding(
  service: TableServiceView,
  of: EntityIndex,
  { row, expected, found }: Disagreement,
  signal: AbortSignal,
): Promise<RowFinding> {
  const { table } = of.schema;
  if (found === undefined) return { table, id: row, finding: missingIndexRow(of) };
  const owner = of.index.unique ? findOwner(of, found) : undefined;
  const other = owner && hasSameKeys(owner, row) ? undefined : owner;
  if (other !== undefined && (await isMadeBy(service, of, found, other, signal)))
    return {
      table,
      id: { partitionKey: row.partitionKey, rowKey: row.rowKey, owner: other },
      finding: takenIndexRow(of),
    };
  return { table: expected.table, id: found, finding: differentIndexRow(of), isOfAnother: other !== undefined };
}

/**
 * Returns whether an entity needs a row of this index under the same keys as a row that a former index wrote.
 * @param row row of the former index, whose keys have the shape of this index's keys
 */
export async function replacesIndexRow(
  service: TableServiceView,
  of: EntityIndex,
  row: StoredTableRow,
  signal: AbortSignal,
): Promise<boolean> {
  const owner = findOwner(of, row);
  return owner !== undefined && (await isMadeBy(service, of, row, owner, signal));
}

/** Returns whether the entity with these keys exists and should have an index row under the keys of `found`. */
async function isMadeBy(
  service: TableServiceView,
  of: EntityIndex,
  found: StoredTableRow,
  id: EntityId,
  signal: AbortSignal,
): Promise<boolean> {
  const owner = await readRow(service.table(of.schema.table), id, signal);
  const made = owner && expectedEntry(service, of, owner);
  return made !== undefined && hasSameKeys(made, found);
}

/** Returns the keys of the entity that an index row points to. Ignores the row's kind. Returns undefined if the row cannot be read. */
function findOwner({ schema, index: { entry } }: EntityIndex, row: StoredTableRow): EntityId | undefined {
  try {
    const payload = JSON.parse(tableRowJson(entry.table, withKindOf(entry, row))) as EntityPayload;
    return keyOf(schema, entry.decode(payload, true));
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/** Returns a copy of a row with the kind that this index writes, so that the copy can be read as a row of this index. */
export function withKindOf({ kindProperty, kind }: EntityIndex["index"]["entry"], row: StoredTableRow): StoredTableRow {
  if (kindProperty === undefined || kind === undefined) return row;
  return { ...row, properties: { ...row.properties, [kindProperty]: edm.string(kind) } };
}

/** Returns the index row that an entity should have; undefined if the entity cannot be read, or if its index row would be invalid. */
function expectedEntry(
  service: TableServiceView,
  { schema, index }: EntityIndex,
  row: StoredTableRow,
): ExpectedIndexRow | undefined {
  try {
    return expectedIndexRows(service, schema, row).find(({ index: name }) => name === index.name);
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

const unreadable = /^(?:decode\.|value\.|key\.|entity\.wrong-kind$|table\.not-found$)/;

/**
 * Awaits the result. Returns undefined instead of throwing if the entity's row cannot be decoded or a table is missing, because the
 * expected index row is then unknown. The check of the entity's own row reports that the row cannot be decoded. Throws all other errors.
 */
async function unlessUnreadable<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (isTableError(error) && unreadable.test(error.code)) return undefined;
    throw error;
  }
}
