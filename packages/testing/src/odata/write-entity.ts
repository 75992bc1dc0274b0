import { type EdmValue, isAnnotated, jsonString } from "../edm/edm-value.js";
import type { EntityKeys } from "../rules/check-names.js";
import { StoredEntity } from "../storage/stored-entity.js";
import type { Dialect, MetadataLevel } from "./dialect.js";
import { entityPath } from "./resource-path.js";
import { propertiesOf } from "./stored-properties.js";
import { pushSelected, selectionOf, timestampMember } from "./write-selection.js";

/** Options for writing the entities of a response. */
export interface EntityWriting {
  readonly level: MetadataLevel;
  readonly dialect: Dialect;
  readonly account: string;
  readonly endpoint: string;
  readonly table: string;
  /**
   * Names of `$select`, in the order of the request. An empty list selects all properties. It differs from `undefined` only in the metadata
   * URL.
   */
  readonly select?: readonly string[] | undefined;
}

/**
 * Builds the entity to store. An entity that replaces `before` keeps the creation time of `before`. Writes the entity's JSON at minimal
 * metadata now, as one flat string, so that a page only has to copy it.
 */
export function entityToStore(
  keys: EntityKeys,
  ticks: bigint,
  properties: ReadonlyMap<string, EdmValue>,
  dialect: Dialect,
  before?: StoredEntity,
): StoredEntity {
  const time = dialect.formatTime(ticks);
  const parts = ["{", StoredEntity.etagJson(time), ',"PartitionKey":', jsonString(keys.partitionKey), ',"RowKey":'];
  parts.push(jsonString(keys.rowKey), ',"Timestamp":"', time, '"');
  properties.forEach((value, name) => {
    parts.push(memberStart(name, isAnnotated(value) ? value.type : ""), dialect.valueJson(value));
  });
  parts.push("}");
  const text = parts.join("");
  // The keys are parts of the request body. Without a copy, each would keep the whole body in memory.
  const own = { partitionKey: copyOf(keys.partitionKey), rowKey: copyOf(keys.rowKey) };
  return new StoredEntity(own, text, ticks, before?.created);
}

/**
 * Cache of the JSON text before a property's value: the annotation of its type, if any, and its name. The key of the outer map is the
 * annotated type (`""` for none), that of the inner map is the property's name.
 */
const memberStarts = new Map<string, Map<string, string>>();

function memberStart(name: string, type: string): string {
  const starts = memberStarts.get(type) ?? new Map<string, string>();
  const found = starts.get(name);
  if (found !== undefined) return found;
  const quoted = jsonString(name);
  const start = type === "" ? `,${quoted}:` : `,${quoted.slice(0, -1)}@odata.type":"${type}",${quoted}:`;
  if (starts.size > 1_000) starts.clear();
  memberStarts.set(type, starts.set(name, start));
  return start;
}

function copyOf(text: string): string {
  return text.length < 13 ? text : (JSON.parse(jsonString(text)) as string);
}

/** Writes the body of the response to a point read or an insert. */
export function writeEntity(entity: StoredEntity, writing: EntityWriting): string {
  const text = entityWriter(writing)(entity);
  if (writing.level === "nometadata") return text;
  const url = writing.dialect.entityMetadata(writing.endpoint, writing.table);
  const metadata = jsonString(`${url}/$metadata#${writing.table}/@Element${selection(writing)}`);
  return `{"odata.metadata":${metadata}${text === "{}" ? "" : ","}${text.slice(1)}`;
}

/** Writes the body of the response to a query. */
export function writeEntities(entities: readonly StoredEntity[], writing: EntityWriting): string {
  const metadata = jsonString(`${writing.endpoint}/$metadata#${writing.table}${selection(writing)}`);
  const head = writing.level === "nometadata" ? "" : `"odata.metadata":${metadata},`;
  const write = entityWriter(writing);
  return `{${head}"value":[${entities.map(write).join(",")}]}`;
}

function selection({ select, dialect }: EntityWriting): string {
  return select === undefined || !dialect.showsSelection ? "" : `&$select=${select.join(",").replaceAll(" ", "%20")}`;
}

/** Returns a function that writes an entity as a JSON object. Values that depend only on the request are computed once. */
function entityWriter(writing: EntityWriting): (entity: StoredEntity) => string {
  const { level, select, dialect } = writing;
  if (!select?.length) {
    if (level === "minimalmetadata") return (entity) => entity.minimalText;
    return (entity) => `{${[...head(entity, writing), ...members(entity, writing)].join(",")}}`;
  }
  const selected = selectionOf(dialect.showsSelection ? select.map((name) => name.trim()) : select);
  return (entity) => {
    const parts = head(entity, writing);
    pushSelected(parts, entity, selected, level);
    return `{${parts.join(",")}}`;
  };
}

function head(entity: StoredEntity, { level, account, endpoint, table }: EntityWriting): string[] {
  if (level === "nometadata") return [];
  const etag = `"odata.etag":${JSON.stringify(entity.etag)}`;
  if (level === "minimalmetadata") return [etag];
  const path = entityPath(table, entity);
  return [
    `"odata.type":${jsonString(`${account}.${table}`)}`,
    `"odata.id":${jsonString(`${endpoint}/${path}`)}`,
    etag,
    `"odata.editLink":${jsonString(path)}`,
  ];
}

function members(entity: StoredEntity, writing: EntityWriting): string[] {
  const { partitionKey, rowKey } = entity;
  const parts = [`"PartitionKey":${jsonString(partitionKey)}`, `"RowKey":${jsonString(rowKey)}`];
  parts.push(timestampMember(entity, writing.level));
  for (const [name, value] of propertiesOf(entity)) parts.push(writeValue(name, value, writing));
  return parts;
}

function writeValue(
  name: string,
  value: EdmValue,
  { level, dialect }: Pick<EntityWriting, "level" | "dialect">,
): string {
  const key = jsonString(name);
  const json = dialect.valueJson(value);
  if (level === "nometadata" || !isAnnotated(value)) return `${key}:${json}`;
  return `${key.slice(0, -1)}@odata.type":"${value.type}",${key}:${json}`;
}
