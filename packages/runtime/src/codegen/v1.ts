/*
 * Exports for generated files, and only for these. Files that were generated earlier import them, so this file only gets additions. A
 * change of meaning requires `codegen/v2`.
 */

export { checkInit } from "../codec/check-entity.js";
export { lacks, readEvolved } from "../codec/column.js";
export { fromRow } from "../codec/decode-entity.js";
export { readBinary, writeBinary } from "../codec/edm/binary.js";
export { readCode, writeCode } from "../codec/edm/coded-type.js";
export type { Ticks } from "../codec/edm/date-time.js";
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
export { changesOnly } from "../codec/edm/edm-type.js";
export type { EdmValue } from "../codec/edm/edm-value.js";
export { type Guid, randomGuid, readGuid, writeGuid } from "../codec/edm/guid.js";
export {
  readBoolean,
  readDouble,
  readInt32,
  readInt64,
  readInt64Number,
  readInt64String,
  writeBoolean,
  writeDouble,
  writeInt32,
  writeInt64,
  writeInt64Number,
  writeInt64String,
} from "../codec/edm/numbers.js";
export type { SchemaValue } from "../codec/edm/stored-json.js";
export { readJson, readOneOf, readString, writeJson, writeOneOf, writeString } from "../codec/edm/string.js";
export { type DoubleJson, toJson } from "../codec/edm/to-json.js";
export { keyOf, partitionOf } from "../codec/entity-keys.js";
export { fromJson } from "../codec/from-json.js";
export { format, iso, iso7 } from "../codec/keys/date-format.js";
export { lower, md5, sha256, shard, upper } from "../codec/keys/derived.js";
export { bit, int32Asc, int32Desc, int64Asc, int64Desc, pad } from "../codec/keys/fixed-numbers.js";
export { fixed, guidB, guidD, guidN, guidUpper, ksuid, ulid } from "../codec/keys/identifiers.js";
export { exact, type KeyCodec } from "../codec/keys/key-codec.js";
export { decimal, desc, hex, upperHex } from "../codec/keys/numeral.js";
export { raw, text } from "../codec/keys/text.js";
export {
  day,
  days,
  hour,
  milliseconds,
  minutes,
  month,
  seconds,
  ticksAsc,
  ticksDesc,
  year,
} from "../codec/keys/times.js";
export { completeRow, parseKeyOf, readKeyOf, readKeysOfRow } from "../codec/parse-key.js";
export {
  checkRowKey,
  idOf,
  own,
  readETag,
  readTimestamp,
  wrongKind,
} from "../codec/payload.js";
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
export type {
  AsWritten,
  Brand,
  EntityId,
  EntityPayload,
  EntitySchema,
  EntityTypes,
  ETag,
  Partition,
  Stored,
  Writable,
} from "../schema/entity-schema.js";
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
