import { isTableError, type StoredTableRow, type TableServiceView } from "@tablewright/runtime";
import { keyOf } from "@tablewright/runtime/codegen/v1";
import { encodeIndexRows } from "@tablewright/runtime/reindex";
import type { RelatedRow, RowDetails, RowId } from "../contract/rows.js";
import type { AnySchema, StudioProject } from "../project/studio-project.js";
import { encodePayload, readKeyTexts } from "../values/read-fields.js";
import { viewRow } from "./view-row.js";

/** Reads a row for the details panel. Also looks up its index rows, or the entity that it belongs to if the row itself is an index row. */
export async function readDetails(
  service: TableServiceView,
  project: StudioProject,
  table: string,
  id: RowId,
  signal: AbortSignal,
): Promise<RowDetails> {
  const stored = await service.table(table).get(id, { signal });
  if (stored === undefined) return { indexRows: [] };
  const row = viewRow(project, table, stored);
  const schema = project.schemas.find(({ name }) => name === row.entity);
  const expected = schema === undefined ? [] : expectedIndexRows(service, schema, stored);
  const owner = schema && ownerOf(project, schema, stored);
  const [indexRows, [found]] = await Promise.all([
    Promise.all(expected.map((each) => lookUp(service, project, each, signal))),
    Promise.all(owner === undefined ? [] : [lookUp(service, project, owner, signal)]),
  ]);
  return { row, indexRows, ...(found !== undefined && { owner: found }) };
}

type Missing = Omit<RelatedRow, "exists" | "keys">;

/** Returns the keys of the index rows that an entity should have; none if the row does not fit its definition. */
function expectedIndexRows(service: TableServiceView, schema: AnySchema, stored: StoredTableRow): Missing[] {
  const { indexes = [] } = schema;
  if (indexes.length === 0) return [];
  try {
    return encodeIndexRows(schema, encodePayload(schema, stored), service.connection.limits).map((entry) => {
      const { index: name, table, partitionKey, rowKey } = entry;
      const entity = indexes.find((each) => each.name === name)?.entry.name ?? name;
      return { name, entity, table, partitionKey, rowKey };
    });
  } catch (error) {
    if (isTableError(error)) return [];
    throw error;
  }
}

/**
 * Returns the keys of the entity that an index row belongs to. Returns undefined if the row is no index row or does not fit its definition.
 * @param entry the schema of the stored row
 */
function ownerOf({ schemas }: StudioProject, entry: AnySchema, stored: StoredTableRow): Missing | undefined {
  const owner = schemas.find(({ indexes = [] }) => indexes.some((index) => index.entry.name === entry.name));
  if (owner === undefined) return undefined;
  try {
    const values = entry.decode(encodePayload(entry, stored), true) as unknown as Readonly<Record<string, unknown>>;
    const names = [...owner.partitionParts, ...owner.rowParts].flatMap((part) =>
      typeof part === "string" ? [] : part.field,
    );
    const { partitionKey, rowKey } = keyOf(owner, Object.fromEntries(names.map((name) => [name, values[name]])));
    return { name: owner.name, entity: owner.name, table: owner.table, partitionKey, rowKey };
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

async function lookUp(
  service: TableServiceView,
  { schemas }: StudioProject,
  missing: Missing,
  signal: AbortSignal,
): Promise<RelatedRow> {
  const { table, entity, partitionKey, rowKey } = missing;
  const schema = schemas.find(({ name }) => name === entity);
  const row = { ...missing, keys: schema === undefined ? [] : readKeyTexts(schema, { partitionKey, rowKey }) };
  try {
    const found = await service.table(table).get({ partitionKey, rowKey }, { signal });
    return { ...row, exists: found !== undefined };
  } catch (error) {
    if (isTableError(error, "table.not-found")) return { ...row, exists: false };
    throw error;
  }
}
