import type { EdmValue } from "../edm/edm-value.js";
import { ServiceError } from "../errors/service-error.js";
import { checkKey, checkPropertyName, type EntityKeys, type KeyName } from "../rules/check-names.js";
import type { Limits } from "../rules/limits.js";
import { type JsonMember, readJson } from "./read-json.js";
import { propertyValue } from "./read-value.js";

const annotationSuffix = "@odata.type";
const systemNames: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

/** An entity that was read from the body of a request: validated, without nulls and annotations. */
export interface EntityBody extends EntityKeys {
  readonly properties: ReadonlyMap<string, EdmValue>;
}

/**
 * Reads an entity from the JSON body of a request.
 * @param url the keys in the URL, which the body of an update may omit; undefined for an insert
 */
export function readEntity(text: string, limits: Limits, url?: EntityKeys): EntityBody {
  return parseEntity(readJson(text), limits, url);
}

/** Reads an entity from the members of its JSON object. */
export function parseEntity(json: readonly JsonMember[], limits: Limits, url?: EntityKeys): EntityBody {
  const annotations = annotationsOf(json);
  const partitionKey = readKey("PartitionKey", json, annotations, limits) ?? url?.partitionKey;
  const rowKey = readKey("RowKey", json, annotations, limits) ?? url?.rowKey;
  if (partitionKey === undefined || rowKey === undefined) throw missingKeys(limits);
  const properties = new Map<string, EdmValue>();
  /** Names of members that are not stored: system properties and nulls. */
  const others = new Set<string>();
  for (const member of json) {
    const { name } = member;
    if (isAnnotation(name)) continue;
    if (properties.has(name) || others.has(name)) throw new ServiceError("DuplicatePropertiesSpecified");
    const isSystem = systemNames.has(name);
    if (!isSystem) checkPropertyName(name, limits);
    if (isSystem || member.kind === "null") others.add(name);
    else properties.set(name, propertyValue(member, annotations.get(name), limits));
  }
  checkEntitySize(partitionKey, rowKey, properties, limits);
  return { partitionKey, rowKey, properties };
}

function isAnnotation(name: string): boolean {
  return name.startsWith("odata.") || name.endsWith(annotationSuffix);
}

/** Returns the types in the `@odata.type` annotations of an entity, by property name. */
function annotationsOf(json: readonly JsonMember[]): Map<string, string> {
  const annotations = new Map<string, string>();
  for (const member of json) {
    const { name } = member;
    if (name.startsWith("odata.") || !name.endsWith(annotationSuffix)) continue;
    if (member.kind !== "string") throw new ServiceError("InvalidInput", `'${name}' is not the name of a type.`);
    annotations.set(name.slice(0, -annotationSuffix.length), member.text);
  }
  return annotations;
}

function missingKeys({ emptyKeys }: Limits): ServiceError {
  return new ServiceError("PropertiesNeedValue", emptyKeys ? undefined : "PartitionKey/RowKey cannot be empty");
}

function readKey(
  name: KeyName,
  json: readonly JsonMember[],
  annotations: ReadonlyMap<string, string>,
  limits: Limits,
): string | undefined {
  const member = json.find((of) => of.name === name);
  if (member === undefined || member.kind === "null") return undefined;
  const type = annotations.get(name) ?? "Edm.String";
  if (member.kind !== "string" || type !== "Edm.String") {
    throw new ServiceError("InvalidInput", `The '${name}' is not an Edm.String.`);
  }
  checkKey(name, member.text, limits);
  return member.text;
}

/** Rejects an entity that has too many properties or is too large for the service. */
export function checkEntitySize(
  partitionKey: string,
  rowKey: string,
  properties: ReadonlyMap<string, EdmValue>,
  limits: Limits,
): void {
  if (properties.size > limits.properties) throw new ServiceError("TooManyProperties");
  let bytes = 4 + (partitionKey.length + rowKey.length) * 2;
  properties.forEach((value, name) => {
    bytes += 8 + name.length * 2 + value.size;
  });
  if (bytes > limits.entityBytes) throw new ServiceError("EntityTooLarge");
}
