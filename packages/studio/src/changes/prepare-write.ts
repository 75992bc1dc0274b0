import { isTableError, type StoredTableRow, type TableRow, type TableServiceView } from "@tablewright/runtime";
import { type EntityTypes, fromRow } from "@tablewright/runtime/codegen/v1";
import { findMismatches } from "@tablewright/runtime/edm";
import type { Change } from "../contract/changes.js";
import type { RowId } from "../contract/rows.js";
import type { AnySchema } from "../project/studio-project.js";
import { encodePayload } from "../values/read-fields.js";
import { keepsIndexRows } from "./keeps-index-rows.js";
import type { PlannedChange } from "./plan-change.js";

/** Change together with its row as the user saw it. `before` is undefined for an insert alone. */
export type ReadyChange = PlannedChange & { readonly before: StoredTableRow | undefined };

/** Write of an entity by the generated client, which also writes index rows, sets times and checks the entity as a whole. */
export interface EntityWrite {
  readonly change: Change;
  readonly id: RowId;
  readonly schema: AnySchema;
  readonly values: Readonly<Record<string, unknown>>;
  readonly before: StoredTableRow | undefined;
  /** Entity as it was read; undefined for an insert. */
  readonly entity: EntityTypes["entity"] | undefined;
}

/** Write of a row's stored properties, under its stored keys. */
export interface StoredWrite {
  readonly change: Change;
  readonly id: RowId;
  /** Definition of the row, by which its index rows are updated; undefined if there is none. */
  readonly schema: AnySchema | undefined;
  readonly before: StoredTableRow | undefined;
  /** Properties after the write; undefined for a deletion. */
  readonly target: TableRow["properties"] | undefined;
}

export type Write = EntityWrite | StoredWrite;

export function isEntityWrite(write: Write): write is EntityWrite {
  return "values" in write;
}

/** Returns whether a write removes a property of an entity, which a merge cannot do. */
export function removesProperty({ values }: EntityWrite): boolean {
  return Object.values(values).some((value) => value === undefined);
}

/**
 * Decides how a change is written: by the client if the change has values by the definition and the row fits the definition, otherwise as
 * stored properties.
 * @throws TableError if the row is no row of the entity
 */
export function prepareWrite(service: TableServiceView, ready: ReadyChange): Write {
  const { change, id, schema, values, stored, before } = ready;
  if (before === undefined) {
    if (schema !== undefined && values !== undefined) return { change, id, schema, values, before, entity: undefined };
    return { change, id, schema, before, target: stored };
  }
  const target = change.kind === "delete" ? undefined : { ...before.properties, ...stored };
  const write: StoredWrite = { change, id, schema, before, target };
  if (schema === undefined || values === undefined) return write;
  const entity = readEntity(schema, before);
  if (entity === undefined) return write;
  const typed: EntityWrite = { change, id, schema, values, before, entity };
  // The client would read the row again to remove a property. The stored properties after the write are known, unless it sets times.
  const isKnown = schema.onWrite.length === 0 && keepsIndexRows(service, write);
  return removesProperty(typed) && isKnown ? write : typed;
}

/** Error codes for rows whose keys do not match their properties. Writing such a row as an entity could write to a different row. */
const keyCodes: ReadonlySet<string> = new Set(["entity.wrong-kind", "key.malformed", "decode.key-mismatch"]);

/**
 * Decodes a row as an entity. Returns undefined if a value does not fit the definition, but the row can be written as it is stored, because
 * no index rows depend on it.
 * @throws TableError if kind, PartitionKey or RowKey do not match the definition, or if index rows depend on a value that does not fit
 */
function readEntity(schema: AnySchema, before: StoredTableRow): EntityTypes["entity"] | undefined {
  const mismatches = findMismatches({ $schema: schema }, before);
  const ofKeys = mismatches.find(({ error }) => keyCodes.has(error.code));
  if (ofKeys !== undefined) throw ofKeys.error;
  try {
    // With an annotation, even a row without properties counts as one in the service's own JSON.
    const payload = { ...encodePayload(schema, before), "Timestamp@odata.type": "Edm.DateTime" };
    return fromRow(schema, payload) as EntityTypes["entity"];
  } catch (error) {
    if (isTableError(error) && schema.indexes === undefined) return undefined;
    throw error;
  }
}
