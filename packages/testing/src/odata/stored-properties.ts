import { type EdmValue, jsonString } from "../edm/edm-value.js";
import { limits } from "../rules/limits.js";
import type { StoredEntity } from "../storage/stored-entity.js";
import { literalEnd, quote, readJson, readMember } from "./read-json.js";
import { propertyValue } from "./read-value.js";

type Properties = ReadonlyMap<string, EdmValue>;

/** Maximum number of entities whose parsed properties are cached. A service may store many more. */
const capacity = 1_024;

const latest = new Map<StoredEntity, Properties>();

const system: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

const annotation = "@odata.type";

/** Returns all properties except PartitionKey, RowKey and Timestamp, in the order of a response. */
export function propertiesOf(entity: StoredEntity): Properties {
  const found = latest.get(entity);
  if (found !== undefined) return found;
  const properties = new Map<string, EdmValue>();
  let type: string | undefined;
  for (const member of readJson(entity.minimalText)) {
    if (member.name.startsWith("odata.") || system.has(member.name)) continue;
    if (member.kind === "string" && member.name.endsWith(annotation)) type = member.text;
    else {
      properties.set(member.name, propertyValue(member, type, limits.cosmos));
      type = undefined;
    }
  }
  keepProperties(entity, properties);
  return properties;
}

/** Returns one of those properties without parsing the others. */
export function propertyOf(entity: StoredEntity, name: string): EdmValue | undefined {
  const found = latest.get(entity);
  if (found !== undefined) return found.get(name);
  if (system.has(name)) return undefined;
  const quoted = jsonString(name);
  const member = readMember(entity.minimalText, quoted, name);
  if (member === undefined) return undefined;
  const type = readMember(entity.minimalText, `${quoted.slice(0, -1)}${annotation}"`, name);
  return propertyValue(member, type?.kind === "string" ? type.text : undefined, limits.cosmos);
}

/** Name of a property as the JSON of entities has it. */
export interface QuotedName {
  /** Beginning of its member: `"n":`. */
  readonly member: string;
  /** Beginning of its annotation: `"n@odata.type":`. */
  readonly annotation: string;
}

export function quotedName(name: string): QuotedName {
  const quoted = jsonString(name);
  return { member: `${quoted}:`, annotation: `${quoted.slice(0, -1)}${annotation}":` };
}

/** Returns whether a property can have this name. Those of system properties, metadata and annotations are reserved. */
export function isPropertyName(name: string): boolean {
  return !system.has(name) && !name.startsWith("odata.") && !name.endsWith(annotation);
}

/** Text of a property in the JSON of an entity at minimal metadata. */
export interface PropertyText {
  /** Position, which is in stored order. */
  readonly at: number;
  /** Annotation, if there is one, with its comma: `"n@odata.type":"Edm.Int64",`. */
  readonly annotation: string;
  /** Name and value: `"n":"5"`. */
  readonly member: string;
}

/** Returns the text of one of those properties. */
export function propertyText({ minimalText }: StoredEntity, name: QuotedName): PropertyText | undefined {
  const at = minimalText.indexOf(name.member);
  const end = at < 0 ? undefined : literalEnd(minimalText, at + name.member.length);
  if (end === undefined) return undefined;
  // An annotation is right before the member.
  const annotationAt = minimalText.charCodeAt(at - 2) === quote ? minimalText.lastIndexOf(name.annotation, at) : -1;
  return {
    at,
    annotation: annotationAt < 0 ? "" : minimalText.slice(annotationAt, at),
    member: minimalText.slice(at, end),
  };
}

/** Caches the parsed properties of an entity, replacing those of the oldest. */
function keepProperties(entity: StoredEntity, properties: Properties): void {
  latest.set(entity, properties);
  if (latest.size <= capacity) return;
  for (const oldest of latest.keys()) {
    latest.delete(oldest);
    return;
  }
}
