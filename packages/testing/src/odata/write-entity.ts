import { formatDateTime } from "../edm/date-time.js";
import { jsonString } from "../edm/edm-json.js";
import { type EdmValue, isAnnotated } from "../edm/edm-value.js";
import type { StoredEntity } from "../storage/stored-entity.js";
import { entityPath } from "./entity-path.js";
import type { MetadataLevel } from "./metadata-level.js";

/** Where and how entities of one answer are written. */
export interface EntityWriting {
  readonly level: MetadataLevel;
  readonly account: string;
  readonly endpoint: string;
  readonly table: string;
  /** Names of `$select`, in the order of the request. */
  readonly select?: readonly string[] | undefined;
}

/** One entity as the answer to a point read or an insert. */
export function writeEntity(entity: StoredEntity, writing: EntityWriting): string {
  const metadata =
    writing.level === "nometadata"
      ? ""
      : `"odata.metadata":${jsonString(`${writing.endpoint}/$metadata#${writing.table}/@Element${selection(writing)}`)}`;
  return `{${joined(metadata, members(entity, writing))}}`;
}

/** A page of entities as the answer to a query. */
export function writeEntities(entities: readonly StoredEntity[], writing: EntityWriting): string {
  const metadata =
    writing.level === "nometadata"
      ? ""
      : `"odata.metadata":${jsonString(`${writing.endpoint}/$metadata#${writing.table}${selection(writing)}`)},`;
  return `{${metadata}"value":[${entities.map((entity) => `{${members(entity, writing)}}`).join(",")}]}`;
}

function selection({ select }: EntityWriting): string {
  return select === undefined ? "" : `&$select=${select.join(",").replaceAll(" ", "%20")}`;
}

function members(entity: StoredEntity, writing: EntityWriting): string {
  if (writing.level === "minimalmetadata" && writing.select === undefined) {
    entity.minimalText ??= joined(`"odata.etag":${jsonString(entity.etag)}`, values(entity, writing));
    return entity.minimalText;
  }
  if (writing.level === "nometadata") return values(entity, writing);
  if (writing.level === "minimalmetadata") {
    return joined(`"odata.etag":${jsonString(entity.etag)}`, values(entity, writing));
  }
  const path = entityPath(writing.table, entity);
  const head = [
    `"odata.type":${jsonString(`${writing.account}.${writing.table}`)}`,
    `"odata.id":${jsonString(`${writing.endpoint}/${path}`)}`,
    `"odata.etag":${jsonString(entity.etag)}`,
    `"odata.editLink":${jsonString(path)}`,
  ].join(",");
  return joined(head, values(entity, writing));
}

function values(entity: StoredEntity, { level, select }: EntityWriting): string {
  const names = select && new Set(select.map((name) => name.trim()));
  const parts: string[] = [];
  const wanted = (name: string): boolean => names === undefined || names.delete(name);
  if (wanted("PartitionKey")) parts.push(`"PartitionKey":${jsonString(entity.partitionKey)}`);
  if (wanted("RowKey")) parts.push(`"RowKey":${jsonString(entity.rowKey)}`);
  if (wanted("Timestamp")) {
    if (level === "fullmetadata") parts.push('"Timestamp@odata.type":"Edm.DateTime"');
    parts.push(`"Timestamp":"${formatDateTime(entity.timestamp)}"`);
  }
  for (const [name, value] of entity.properties) if (wanted(name)) parts.push(writeValue(name, value, level));
  for (const name of names ?? []) parts.push(`${jsonString(name)}:null`);
  return parts.join(",");
}

function writeValue(name: string, value: EdmValue, level: MetadataLevel): string {
  const text = `${jsonString(name)}:${value.json}`;
  return level !== "nometadata" && isAnnotated(value)
    ? `${jsonString(`${name}@odata.type`)}:"${value.type}",${text}`
    : text;
}

function joined(head: string, tail: string): string {
  return head === "" || tail === "" ? head + tail : `${head},${tail}`;
}
