/*
 * Exports for generated files, and only for these. Files that were generated earlier import them, so this file only gets additions. A
 * change of meaning requires `codegen/v2`.
 */

export { checkInit } from "../codec/check-names.js";
export { readBinary, writeBinary } from "../codec/edm/binary.js";
export { readBoolean, writeBoolean } from "../codec/edm/boolean.js";
export type { Ticks } from "../codec/edm/check-date-time.js";
export { codeOf, readCode, writeCode } from "../codec/edm/coded-type.js";
export {
  now,
  nowIso,
  nowTicks,
  readDateTime,
  readDateTimeIso,
  readDateTimeTicks,
  writeDateTime,
  writeDateTimeIso,
  writeDateTimeTicks,
} from "../codec/edm/date-time.js";
export { readDouble, writeDouble } from "../codec/edm/double.js";
export type { EdmValue } from "../codec/edm/edm-value.js";
export { type Guid, randomGuid, readGuid, writeGuid } from "../codec/edm/guid.js";
export { readInt32, writeInt32 } from "../codec/edm/int32.js";
export {
  readInt64,
  readInt64Number,
  readInt64String,
  writeInt64,
  writeInt64Number,
  writeInt64String,
} from "../codec/edm/int64.js";
export type { SchemaValue } from "../codec/edm/stored-json.js";
export { readJson, readOneOf, readString, writeJson, writeOneOf, writeString } from "../codec/edm/string.js";
export { type DoubleJson, toJson } from "../codec/edm/to-json.js";
export { changesOnly } from "../codec/edm/writable-property.js";
export { keyOf, partitionOf } from "../codec/entity-keys.js";
export { fromJson } from "../codec/from-json.js";
export { after, afterNumber, afterTicksAsc, afterTicksDesc } from "../codec/keys/after-part.js";
export { keyBoolean, parseBoolean } from "../codec/keys/boolean.js";
export { keyDay, keyHour, keyMonth, keyYear } from "../codec/keys/bucket.js";
export { keyLower } from "../codec/keys/derived-text.js";
export { keyGuid, parseGuid } from "../codec/keys/guid.js";
export { keyInt32Asc, keyInt32Desc, parseInt32Asc, parseInt32Desc } from "../codec/keys/int32.js";
export {
  keyInt64Asc,
  keyInt64Desc,
  parseInt64Asc,
  parseInt64Desc,
} from "../codec/keys/int64.js";
export { keyPart, parsePart } from "../codec/keys/key-encoding.js";
export { keyPad, parsePad, parsePadInt64 } from "../codec/keys/pad.js";
export { keyShard } from "../codec/keys/shard.js";
export { keyRaw, keyText, parseOneOf, parseRaw, parseText } from "../codec/keys/text.js";
export {
  keyTicksAsc,
  keyTicksDesc,
  parseTicksAsc,
  parseTicksDesc,
} from "../codec/keys/ticks.js";
export { completeRow, parseKeyOf, readKeyOf } from "../codec/parse-key.js";
export { lacks, readEvolved } from "../codec/read-evolved.js";
export {
  checkRowKey,
  idOf,
  malformedKey,
  own,
  readETag,
  readTimestamp,
  wrongKind,
} from "../codec/system-properties.js";
export { evolution } from "../features/evolution/evolution.js";
export { withFormerNames } from "../features/evolution/with-former-names.js";
export { ttl } from "../features/expiry/expiry.js";
export type { GlobalIndex, LocalIndex } from "../features/indexes/index-types.js";
export { indexes } from "../features/indexes/indexes.js";
export { partitions } from "../features/partitions/partitions.js";
export { readOnly } from "../features/read-only/read-only.js";
export { madeDefaults } from "../features/stamps/made-defaults.js";
export { coded } from "../features/stored/coded-property.js";
export { binaryParts, storedJson, stringParts } from "../features/stored/stored-in-parts.js";
export { unknownProperties } from "../features/unknown/unknown.js";
export { readUnknownProperties, writeUnknownProperties } from "../features/unknown/unknown-properties.js";
export type {
  BinaryCondition,
  BoundedRange,
  DateCondition,
  EntityWhere,
  EqualityCondition,
  GuidCondition,
  OneOfCondition,
  OrderedCondition,
  Range,
  StringCondition,
} from "../schema/conditions.js";
export { schema } from "../schema/define-schema.js";
export type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
export type { Brand, EntityId, EntityTypes, ETag, Partition, Stored, Writable } from "../schema/entity-types.js";
export { foldHooks as addFeatures, type Hooks } from "../schema/hooks.js";
export {
  booleanForms,
  bucketForms,
  formatForms,
  guidForms,
  idForms,
  int32Forms,
  int64Forms,
  lowerForms,
  numberForms,
  shardForms,
  textForms,
  ticksForms,
  unitForms,
} from "../schema/key-forms.js";
export {
  binary,
  boolean,
  dateTime,
  dateTimeIso,
  dateTimeTicks,
  double,
  guid,
  int32,
  int64,
  int64Number,
  int64String,
  json,
  optional,
  string,
} from "../schema/property.js";
