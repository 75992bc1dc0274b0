/*
 * Exports for generated files, and only for these. Files that were generated earlier import them, so this file only gets additions. A
 * change of meaning requires `codegen/v2`.
 */

export { checkInit } from "../codec/check-names.js";
export { evolution } from "../codec/decode/evolution.js";
export { lacks, readEvolved } from "../codec/decode/read-evolved.js";
export { madeDefaults } from "../codec/encode/made-defaults-feature.js";
export { withFormerNames } from "../codec/encode/with-former-names.js";
export { fromJson } from "../codec/from-json.js";
export { keyOf, partitionOf } from "../codec/keys/entity-keys.js";
export { completeRow, parseKeyOf, readKeyOf } from "../codec/keys/parse-key.js";
export type { EdmValue } from "../codec/rows/edm-value.js";
export { unknownProperties } from "../codec/rows/unknown-feature.js";
export { readUnknownProperties, writeUnknownProperties } from "../codec/rows/unknown-properties.js";
export {
  checkRowKey,
  idOf,
  malformedKey,
  own,
  readETag,
  readTimestamp,
  wrongKind,
} from "../codec/system-properties.js";
export { type DoubleJson, toJson } from "../codec/to-json.js";
export { readBinary, writeBinary } from "../edm/binary.js";
export { readBoolean, writeBoolean } from "../edm/boolean.js";
export type { Ticks } from "../edm/dates/check-date-time.js";
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
} from "../edm/dates/date-time.js";
export { readDouble, writeDouble } from "../edm/double.js";
export { type Guid, randomGuid, readGuid, writeGuid } from "../edm/guid.js";
export { readInt32, writeInt32 } from "../edm/int32.js";
export {
  readInt64,
  readInt64Number,
  readInt64String,
  writeInt64,
  writeInt64Number,
  writeInt64String,
} from "../edm/int64.js";
export { codeOf, readCode, writeCode } from "../edm/stored/coded-type.js";
export type { SchemaValue } from "../edm/stored/stored-json.js";
export { readJson, readOneOf, readString, writeJson, writeOneOf, writeString } from "../edm/string.js";
export { changesOnly } from "../edm/writable-property.js";
export { indexes } from "../indexes/indexes-feature.js";
export type { GlobalIndex, LocalIndex } from "../indexes/read/index-types.js";
export { after, afterNumber, afterTicksAsc, afterTicksDesc } from "../keys/after-part.js";
export { keyBoolean, parseBoolean } from "../keys/boolean.js";
export { keyDay, keyHour, keyMonth, keyYear } from "../keys/bucket.js";
export { keyLower } from "../keys/formats/derived-text.js";
export { keyGuid, parseGuid } from "../keys/guid.js";
export { keyInt32Asc, keyInt32Desc, parseInt32Asc, parseInt32Desc } from "../keys/int32.js";
export {
  keyInt64Asc,
  keyInt64Desc,
  parseInt64Asc,
  parseInt64Desc,
} from "../keys/int64.js";
export { keyPart, parsePart } from "../keys/key-encoding.js";
export { keyPad, parsePad, parsePadInt64 } from "../keys/pad.js";
export { keyShard } from "../keys/shard.js";
export { keyRaw, keyText, parseOneOf, parseRaw, parseText } from "../keys/text.js";
export {
  keyTicksAsc,
  keyTicksDesc,
  parseTicksAsc,
  parseTicksDesc,
} from "../keys/ticks.js";
export { partitions } from "../query/partitions/partitions-feature.js";
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
export { addFeatures, type Feature } from "../schema/feature.js";
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
export { coded } from "../schema/stored/coded-property.js";
export { binaryParts, storedJson, stringParts } from "../schema/stored/stored-in-parts.js";
export { readOnly } from "../write/read-first/read-only-feature.js";
export { ttl } from "../write/read-first/ttl-feature.js";
