import type { EntityModel } from "../../model/entity-model.js";
import type { KeyProperty } from "../../model/keys/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { encodingCode, keyProperties } from "./key-code.js";
import type { RuntimeValue } from "./runtime-names.js";

/**
 * Feature of the runtime that contains each key encoding, by the name of the encoding or its first call: `.seconds` for `.seconds.pad(10)`.
 */
const formFeatures: Readonly<Record<string, RuntimeValue>> = {
  boolean: "booleanForms",
  guid: "guidForms",
  int32Asc: "int32Forms",
  int32Desc: "int32Forms",
  lower: "lowerForms",
  ticksAsc: "ticksForms",
  ticksDesc: "ticksForms",
  int64Asc: "int64Forms",
  int64Desc: "int64Forms",
  year: "bucketForms",
  month: "bucketForms",
  day: "bucketForms",
  hour: "bucketForms",
  ".text": "numberForms",
  ".pad": "numberForms",
  ".desc": "numberForms",
  ".hex": "numberForms",
  ".upper": "numberForms",
  ".milliseconds": "unitForms",
  ".seconds": "unitForms",
  ".minutes": "unitForms",
  ".days": "unitForms",
  ".format": "formatForms",
  ".iso": "formatForms",
  ".iso7": "formatForms",
  ".fixed": "idForms",
  ".ulid": "idForms",
  ".ksuid": "idForms",
  ".guidN": "guidForms",
  ".guidB": "guidForms",
  ".guidUpper": "guidForms",
  ".upperText": "textForms",
  ".sha256": "textForms",
  ".md5": "textForms",
};

/**
 * Returns the names of the runtime's optional features that the definition needs, in a fixed order. Nothing but generated code imports
 * these features, so that bundles leave out what no definition uses.
 */
export function listFeatures({
  indexes,
  partitionKey,
  rowKey,
  properties,
  ttl,
  unknownProperties,
}: EntityModel): RuntimeValue[] {
  const features = new Set<RuntimeValue>();
  if (indexes.length > 0) features.add("indexes");
  if (keyProperties(partitionKey).some(hasPartitions)) features.add("partitions");
  if (ttl !== undefined) features.add("ttl");
  if (properties.some(isReadOnly)) features.add("readOnly");
  if (properties.some(isMade)) features.add("madeDefaults");
  if (unknownProperties === "keep") features.add("unknownProperties");
  for (const part of [partitionKey, rowKey].flatMap(keyProperties)) {
    const { encoding } = encodingCode(part);
    const feature = formFeatures[/\.\w+/.exec(encoding)?.[0] ?? encoding];
    if (feature !== undefined) features.add(feature);
    if (part.shards !== undefined) features.add("shardForms");
  }
  return [...features];
}

/** Encodings that write the same text for all times of an interval. */
const intervals = /^(?:year|month|day|hour|\.(?:format|iso|milliseconds|seconds|minutes|days)\b.*)$/;

/**
 * Returns whether the client can list the possible texts of this part of the PartitionKey: the numbers of all shards, or the intervals in a
 * range of times, such as days.
 */
function hasPartitions({ encoding, shards, property }: KeyProperty): boolean {
  return shards !== undefined || (property.type === "dateTime" && intervals.test(encoding));
}

/** Returns whether the client itself sets the property: to a default that is new for each entity, or to the time of a write. */
function isMade({ makeDefault, stamp }: PropertyModel): boolean {
  return (makeDefault ?? stamp) !== undefined;
}

/** Returns whether only an insert writes a property. Properties in the key do not count: they never change anyway. */
function isReadOnly({ key, readOnly, stamp }: PropertyModel): boolean {
  return key === undefined && (readOnly || stamp === "insert");
}
