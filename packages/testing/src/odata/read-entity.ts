import type { EdmValue } from "../edm/edm-value.js";
import { ServiceError } from "../errors/service-error.js";
import { checkKey, checkPropertyName, type EntityKeys, type KeyName } from "../rules/check-names.js";
import type { Limits } from "../rules/limits.js";
import { type JsonMember, readJson } from "./read-json.js";
import { propertyValue } from "./read-value.js";

const annotationSuffix = "@odata.type";

/** Entity in the body of a request: validated, without nulls and annotations. */
export interface EntityBody extends EntityKeys {
  readonly properties: ReadonlyMap<string, EdmValue>;
}

/** @param url keys of the URL, which the body of an update may omit; undefined for an insert */
export function readEntity(text: string, limits: Limits, url?: EntityKeys): EntityBody {
  return entityOf(readJson(text), limits, url);
}

/** Reads an entity from the members of its JSON object. */
export function entityOf(json: Iterable<JsonMember>, limits: Limits, url?: EntityKeys): EntityBody {
  const members = new Map<string, JsonMember>();
  const annotations = new Map<string, string>();
  for (const member of json) {
    if (member.name.startsWith("odata.")) continue;
    if (member.name.endsWith(annotationSuffix)) {
      if (member.kind !== "string")
        throw new ServiceError("InvalidInput", `'${member.name}' is not the name of a type.`);
      annotations.set(member.name.slice(0, -annotationSuffix.length), member.text);
    } else if (members.has(member.name)) throw new ServiceError("DuplicatePropertiesSpecified");
    else members.set(member.name, member);
  }
  const partitionKey = readKey("PartitionKey", members, annotations, limits) ?? url?.partitionKey;
  const rowKey = readKey("RowKey", members, annotations, limits) ?? url?.rowKey;
  if (partitionKey === undefined || rowKey === undefined) throw missingKeys(limits);
  members.delete("Timestamp");
  const properties = new Map<string, EdmValue>();
  for (const [name, member] of members) {
    checkPropertyName(name, limits);
    if (member.kind !== "null") properties.set(name, propertyValue(member, annotations.get(name), limits));
  }
  checkEntitySize(partitionKey, rowKey, properties, limits);
  return { partitionKey, rowKey, properties };
}

function missingKeys({ emptyKeys }: Limits): ServiceError {
  return new ServiceError("PropertiesNeedValue", emptyKeys ? undefined : "PartitionKey/RowKey cannot be empty");
}

function readKey(
  name: KeyName,
  members: Map<string, JsonMember>,
  annotations: ReadonlyMap<string, string>,
  limits: Limits,
): string | undefined {
  const member = members.get(name);
  members.delete(name);
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
  for (const [name, value] of properties) bytes += 8 + name.length * 2 + value.size;
  if (bytes > limits.entityBytes) throw new ServiceError("EntityTooLarge");
}
