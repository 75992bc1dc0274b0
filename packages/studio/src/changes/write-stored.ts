import type { StoredTableRow, TableRow, TableServiceView } from "@tablewright/runtime";
import { type EdmValue, tableRowJson } from "@tablewright/runtime/edm";
import { storedText } from "@tablewright/runtime/lines";
import type { RowId } from "../contract/rows.js";
import type { AnySchema } from "../project/studio-project.js";
import { storedNames } from "./encode-field.js";
import { keepsIndexRows, payloadOf } from "./keeps-index-rows.js";
import type { StoredWrite } from "./prepare-write.js";
import { changedSince, clientOf, etagOf } from "./write-entity.js";

type Properties = TableRow["properties"];
type ETag = StoredTableRow["$etag"];

/**
 * Writes a row as it is stored. If this changes index rows of its entity, the client first writes the entity's values and index rows. Then
 * the row gets its other properties, unless they would change the index rows again. If another client writes the row in between, it keeps
 * what that client wrote.
 * @returns the ETag that the write left; undefined after a deletion
 * @throws TableError, also `entity.condition-not-met` if another client has changed the row
 */
export async function writeStored(service: TableServiceView, write: StoredWrite): Promise<string | undefined> {
  const { change, id, before, target } = write;
  const table = service.table(change.table);
  if (change.kind === "delete") {
    if (!(await table.delete(id, { ifMatch: etagOf(change) }))) throw changedSince(change);
    return undefined;
  }
  if (target === undefined) return undefined;
  if (keepsIndexRows(service, write)) {
    if (change.kind === "insert") return (await table.insert({ ...id, properties: target })).$etag;
    return await put(service, write, before?.properties ?? {}, etagOf(change));
  }
  const etag = await writeWithIndexRows(service, write);
  const current = await table.get(id);
  if (current === undefined || current.$etag !== etag) throw changedSince(change);
  const rest = { ...write, before: current };
  if (!keepsIndexRows(service, rest) || isSame(current.properties, target)) return etag;
  return await put(service, rest, current.properties, current.$etag);
}

async function writeWithIndexRows(
  service: TableServiceView,
  { change, schema, id, before, target = {} }: StoredWrite,
): Promise<string | undefined> {
  if (schema === undefined) return undefined;
  const client = clientOf(service, schema);
  const wanted = decode(schema, id, target);
  if (change.kind === "insert") return (await client.insert(wanted)).$etag;
  const changed = new Set(namesOfChanges(before?.properties ?? {}, target));
  const names = Object.entries(schema.properties).flatMap(([name, property]) => {
    const isInKey = [...schema.partitionParts, ...schema.rowParts].some(
      (part) => typeof part !== "string" && part.field === name,
    );
    const isFixed = property.readOnly || property.stamp !== undefined || isInKey;
    // The client would write a value that stays in its own way, for example JSON without its blanks.
    return isFixed || !storedNames(property).some((stored) => changed.has(stored)) ? [] : [name];
  });
  const { $etag } = await client.modify(decode(schema, id, before?.properties ?? {}), (current) => {
    if (change.kind !== "update" || current.$etag !== change.etag) throw changedSince(change);
    const present = names.filter((name) => wanted[name] !== undefined);
    return {
      set: Object.fromEntries(present.map((name) => [name, wanted[name]])),
      unset: names.filter((name) => wanted[name] === undefined) as never,
    };
  });
  return $etag;
}

function decode(schema: AnySchema, id: RowId, properties: Properties): Record<string, unknown> {
  return schema.decode(payloadOf(schema, id, properties), true) as unknown as Record<string, unknown>;
}

/** Gives a row its properties, by a merge of those that differ or by a replacement if some are removed. Returns the new ETag. */
async function put(
  service: TableServiceView,
  { change, id, target = {} }: StoredWrite,
  before: Properties,
  ifMatch: ETag,
): Promise<string> {
  const merged = mergeTo(before, target);
  const table = service.table(change.table);
  const { $etag } = await (merged === undefined
    ? table.replace({ ...id, properties: target }, { ifMatch })
    : table.merge(id, merged, { ifMatch }));
  return $etag;
}

/**
 * Returns the properties whose merge gives a row those of `target`; undefined if the row has to be replaced instead, because it loses
 * properties or because none differ.
 */
export function mergeTo(before: Properties, target: Properties): Properties | undefined {
  if (lost(before, target).length > 0) return undefined;
  const merged = differing(before, target);
  return merged.length === 0 ? undefined : Object.fromEntries(merged);
}

function isSame(before: Properties, target: Properties): boolean {
  return namesOfChanges(before, target).length === 0;
}

/** Returns the names of the properties that a row gets, loses, or stores differently. */
function namesOfChanges(before: Properties, target: Properties): string[] {
  return [...differing(before, target).map(([name]) => name), ...lost(before, target)];
}

function lost(before: Properties, target: Properties): string[] {
  return Object.keys(before).filter((name) => before[name] !== undefined && target[name] === undefined);
}

function differing(before: Properties, target: Properties): [name: string, value: EdmValue | undefined][] {
  const text = (value: EdmValue | undefined) =>
    value && (storedText(value) ?? tableRowJson("row", { partitionKey: "", rowKey: "", properties: { value } }));
  return Object.entries(target).filter(([name, value]) => text(before[name]) !== text(value));
}
