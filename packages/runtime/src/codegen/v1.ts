/*
 * Exports for generated files, and only for these. Files that were generated earlier import them, so this file only gets additions. A
 * change of meaning requires `codegen/v2`.
 */

export { checkInit } from "../codec/check-names.js";
export { readBinary, writeBinary } from "../codec/edm/binary.js";
export { readBoolean, writeBoolean } from "../codec/edm/boolean.js";
export type { Ticks } from "../codec/edm/check-date-time.js";
export { readCode, writeCode } from "../codec/edm/coded-type.js";
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
export { fromRow } from "../codec/from-row.js";
export { bit } from "../codec/keys/boolean.js";
export { day, hour, month, year } from "../codec/keys/bucket.js";
export { format, iso, iso7 } from "../codec/keys/date-format.js";
export { lower, md5, sha256, upper } from "../codec/keys/derived-text.js";
export { guidB, guidD, guidN, guidUpper } from "../codec/keys/guid.js";
export { int32Asc, int32Desc } from "../codec/keys/int32.js";
export { int64Asc, int64Desc } from "../codec/keys/int64.js";
export { exact, type KeyCodec } from "../codec/keys/key-codec.js";
export { decimal, desc, hex, upperHex } from "../codec/keys/numeral.js";
export { pad } from "../codec/keys/pad.js";
export { shard } from "../codec/keys/shard.js";
export { fixed, ksuid, ulid } from "../codec/keys/sortable-id.js";
export { raw, text } from "../codec/keys/text.js";
export { ticksAsc, ticksDesc } from "../codec/keys/ticks.js";
export { days, milliseconds, minutes, seconds } from "../codec/keys/unit-times.js";
export { completeRow, parseKeyOf, readKeyOf, readKeysOfRow } from "../codec/parse-key.js";
export { lacks, readEvolved } from "../codec/read-evolved.js";
export {
  checkRowKey,
  idOf,
  own,
  readETag,
  readTimestamp,
  wrongKind,
} from "../codec/system-properties.js";
export { evolution, withFormerNames } from "../features/evolution/evolution.js";
export { formerRows } from "../features/evolution/former-rows.js";
export { ttl } from "../features/expiry.js";
export type { GlobalIndex, LocalIndex } from "../features/indexes/index-types.js";
export { indexes } from "../features/indexes/indexes.js";
export { madeDefaults } from "../features/made-defaults.js";
export { partitions } from "../features/partitions.js";
export { readOnly } from "../features/read-only.js";
export { binaryParts, coded, storedJson, stringParts } from "../features/stored/stored-in-parts.js";
export {
  readUnknownProperties,
  unknownProperties,
  writeUnknownProperties,
} from "../features/unknown-properties.js";
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
export type {
  AsWritten,
  Brand,
  EntityId,
  EntityTypes,
  ETag,
  Partition,
  Stored,
  Writable,
} from "../schema/entity-types.js";
export type { Hooks } from "../schema/hooks.js";
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
