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

/** Returns all properties of an entity except PartitionKey, RowKey and Timestamp, in the order of a response. */
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

/** Returns one property of an entity without parsing the others; undefined if the entity lacks it or if it is a system property. */
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

/** Texts with which to find a property in the JSON of an entity. */
export interface QuotedName {
  /** Start of the property's JSON member, up to the value: `"n":` for a property named `n`. */
  readonly member: string;
  /** Start of the annotation of the property's type, up to the value: `"n@odata.type":`. */
  readonly annotation: string;
}

export function quotedName(name: string): QuotedName {
  const quoted = jsonString(name);
  return { member: `${quoted}:`, annotation: `${quoted.slice(0, -1)}${annotation}":` };
}

/** Returns whether a property can have this name. Names of system properties, metadata (`odata.…`) and annotations are reserved. */
export function isPropertyName(name: string): boolean {
  return !system.has(name) && !name.startsWith("odata.") && !name.endsWith(annotation);
}

/** Text of a property in the JSON of an entity at minimal metadata. */
export interface PropertyText {
  /** Position in the JSON. Properties sorted by position are in the order in which they are stored. */
  readonly at: number;
  /** Annotation of the type with its comma: `"n@odata.type":"Edm.Int64",`. Empty if there is none. */
  readonly annotation: string;
  /** Name and value: `"n":"5"`. */
  readonly member: string;
}

/** Returns the text of one property in the JSON of an entity; undefined if the entity lacks it. */
export function propertyText({ minimalText }: StoredEntity, name: QuotedName): PropertyText | undefined {
  const at = minimalText.indexOf(name.member);
  const end = at < 0 ? undefined : literalEnd(minimalText, at + name.member.length);
  if (end === undefined) return undefined;
  // The annotation of the type, if there is one, is right before the member. It ends in a quote and a comma.
  const annotationAt = minimalText.charCodeAt(at - 2) === quote ? minimalText.lastIndexOf(name.annotation, at) : -1;
  return {
    at,
    annotation: annotationAt < 0 ? "" : minimalText.slice(annotationAt, at),
    member: minimalText.slice(at, end),
  };
}

/** Caches the parsed properties of an entity. If the cache is full, removes those of the entity that was added first. */
function keepProperties(entity: StoredEntity, properties: Properties): void {
  latest.set(entity, properties);
  if (latest.size <= capacity) return;
  for (const oldest of latest.keys()) {
    latest.delete(oldest);
    return;
  }
}
