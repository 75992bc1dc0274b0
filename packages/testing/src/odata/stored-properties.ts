import { type EdmValue, jsonString } from "../edm/edm-value.js";
import { limits } from "../rules/limits.js";
import type { StoredEntity } from "../storage/stored-entity.js";
import { readJson, readMember } from "./read-json.js";
import { propertyValue } from "./read-value.js";

type Properties = ReadonlyMap<string, EdmValue>;

/** How many entities keep their properties at hand: few beside the many that a service may store. */
const capacity = 1_024;

const latest = new Map<StoredEntity, Properties>();

const system: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

const annotation = "@odata.type";

/** All but PartitionKey, RowKey and Timestamp, in the order in which a response lists them. */
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

/** One of those properties, without reading the others. */
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

/** Keeps the properties of an entity at hand, in place of the oldest. */
export function keepProperties(entity: StoredEntity, properties: Properties): void {
  latest.set(entity, properties);
  if (latest.size <= capacity) return;
  for (const oldest of latest.keys()) {
    latest.delete(oldest);
    return;
  }
}
