import type { EntityModel } from "../../model/entity-model.js";
import type { KeyProperty } from "../../model/keys/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { keyProperties } from "./key-code.js";
import type { RuntimeValue } from "./runtime-names.js";

/**
 * Returns the names of the runtime's optional features that the definition needs, in a fixed order. Only generated code imports these
 * features, so a bundle leaves out those that no definition uses.
 */
export function listFeatures({
  indexes,
  partitionKey,
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

/** Returns whether the client itself sets the property, to a default that is new for each entity or to the time of a write. */
function isMade({ makeDefault, stamp }: PropertyModel): boolean {
  return (makeDefault ?? stamp) !== undefined;
}

/** Returns whether only an insert writes a property. Key properties do not count, because they never change anyway. */
function isReadOnly({ key, readOnly, stamp }: PropertyModel): boolean {
  return key === undefined && (readOnly || stamp === "insert");
}
