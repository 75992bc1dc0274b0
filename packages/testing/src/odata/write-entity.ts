import { jsonString } from "../edm/edm-json.js";
import { type EdmValue, isAnnotated } from "../edm/edm-value.js";
import type { Dialect } from "../service/dialect.js";
import type { StoredEntity } from "../storage/stored-entity.js";
import { entityPath } from "./entity-path.js";
import type { MetadataLevel } from "./metadata-level.js";

/** Where and how entities of one answer are written. */
export interface EntityWriting {
  readonly level: MetadataLevel;
  readonly dialect: Dialect;
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
      : `"odata.metadata":${jsonString(`${entityUrl(writing)}/$metadata#${writing.table}/@Element${selection(writing)}`)}`;
  return `{${joined(metadata, memberText(entity, writing))}}`;
}

/** A page of entities as the answer to a query. */
export function writeEntities(entities: readonly StoredEntity[], writing: EntityWriting): string {
  const metadata =
    writing.level === "nometadata"
      ? ""
      : `"odata.metadata":${jsonString(`${writing.endpoint}/$metadata#${writing.table}${selection(writing)}`)},`;
  return `{${metadata}"value":[${entities.map((entity) => `{${memberText(entity, writing)}}`).join(",")}]}`;
}

function entityUrl({ dialect, endpoint, table }: EntityWriting): string {
  return dialect.entityMetadata(endpoint, table);
}

function selection({ select, dialect }: EntityWriting): string {
  return select === undefined || !dialect.showsSelection ? "" : `&$select=${select.join(",").replaceAll(" ", "%20")}`;
}

/** The members, kept with the entity at the level that nearly every request asks for. */
function memberText(entity: StoredEntity, writing: EntityWriting): string {
  if (writing.level !== "minimalmetadata" || writing.select !== undefined) return members(entity, writing);
  entity.minimalText ??= members(entity, writing);
  return entity.minimalText;
}

function members(entity: StoredEntity, writing: EntityWriting): string {
  const { level, select } = writing;
  const values = select === undefined ? allValues(entity, writing) : selectedValues(entity, writing, select);
  if (level === "nometadata") return values;
  const etag = `"odata.etag":${JSON.stringify(entity.etag)}`;
  if (level === "minimalmetadata") return joined(etag, values);
  const path = entityPath(writing.table, entity);
  const head = [
    `"odata.type":${jsonString(`${writing.account}.${writing.table}`)}`,
    `"odata.id":${jsonString(`${writing.endpoint}/${path}`)}`,
    etag,
    `"odata.editLink":${jsonString(path)}`,
  ].join(",");
  return joined(head, values);
}

function allValues(entity: StoredEntity, writing: EntityWriting): string {
  let text = `"PartitionKey":${jsonString(entity.partitionKey)},"RowKey":${jsonString(entity.rowKey)},`;
  text += writeTimestamp(entity, writing);
  for (const [name, value] of entity.properties) text += `,${writeValue(name, value, writing)}`;
  return text;
}

/** System properties come first, then the others as they are stored, then null for what is absent. */
function selectedValues(entity: StoredEntity, writing: EntityWriting, select: readonly string[]): string {
  const names = new Set(writing.dialect.showsSelection ? select.map((name) => name.trim()) : select);
  const parts: string[] = [];
  if (names.delete("PartitionKey")) parts.push(`"PartitionKey":${jsonString(entity.partitionKey)}`);
  if (names.delete("RowKey")) parts.push(`"RowKey":${jsonString(entity.rowKey)}`);
  if (names.delete("Timestamp")) parts.push(writeTimestamp(entity, writing));
  for (const [name, value] of entity.properties) if (names.delete(name)) parts.push(writeValue(name, value, writing));
  for (const name of names) parts.push(`${jsonString(name)}:null`);
  return parts.join(",");
}

function writeTimestamp({ timestampText }: StoredEntity, { level }: EntityWriting): string {
  const annotation = level === "fullmetadata" ? '"Timestamp@odata.type":"Edm.DateTime",' : "";
  return `${annotation}"Timestamp":"${timestampText}"`;
}

function writeValue(name: string, value: EdmValue, { level, dialect }: EntityWriting): string {
  const key = jsonString(name);
  const json = value.type === "Edm.DateTime" ? `"${dialect.formatTime(value.value as bigint)}"` : value.json;
  if (level === "nometadata" || !isAnnotated(value)) return `${key}:${json}`;
  return `${key.slice(0, -1)}@odata.type":"${value.type}",${key}:${json}`;
}

function joined(head: string, tail: string): string {
  return head === "" || tail === "" ? head + tail : `${head},${tail}`;
}
