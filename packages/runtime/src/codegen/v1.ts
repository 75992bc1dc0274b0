/*
 * What generated files import, and nothing else does. Only additions are made here; a change of meaning is `codegen/v2`.
 */

export { keyOf, parseKeyOf, partitionOf } from "../codec/entity-keys.js";
export { readExtra, writeExtra } from "../codec/extra.js";
export { idOf, own, readETag, readTimestamp, wrongKind } from "../codec/stored.js";
export { toJson } from "../codec/to-json.js";
export {
  writeBinary,
  writeBoolean,
  writeDateTime,
  writeDateTimeIso,
  writeDateTimeTicks,
  writeDouble,
  writeGuid,
  writeInt32,
  writeInt64,
  writeInt64Number,
  writeInt64String,
  writeJson,
  writeOneOf,
  writeString,
} from "../codec/write.js";
export { binary, readBinary } from "../edm/binary.js";
export { boolean, readBoolean } from "../edm/boolean.js";
export {
  dateTime,
  dateTimeIso,
  dateTimeTicks,
  readDateTime,
  readDateTimeIso,
  readDateTimeTicks,
  type Ticks,
} from "../edm/date-time.js";
export { double, readDouble } from "../edm/double.js";
export type { EdmValue } from "../edm/edm-value.js";
export { type Guid, guid, readGuid } from "../edm/guid.js";
export { int32, readInt32 } from "../edm/int32.js";
export {
  int64,
  int64Number,
  int64String,
  readInt64,
  readInt64Number,
  readInt64String,
} from "../edm/int64.js";
export { json, readJson, readOneOf, readString, string } from "../edm/string.js";
export { keyBoolean, parseBoolean } from "../keys/boolean.js";
export { keyGuid, parseGuid } from "../keys/guid.js";
export { keyInt32Asc, keyInt32Desc, parseInt32Asc, parseInt32Desc } from "../keys/int32.js";
export {
  keyInt64Asc,
  keyInt64Desc,
  parseInt64Asc,
  parseInt64AscNumber,
  parseInt64AscString,
  parseInt64Desc,
  parseInt64DescNumber,
  parseInt64DescString,
} from "../keys/int64.js";
export { keyPad, parsePad, parsePadInt64, parsePadString } from "../keys/pad.js";
export { malformedKey, splitKey } from "../keys/split-key.js";
export { keyRaw, keyText, parseOneOf, parseRaw, parseText } from "../keys/text.js";
export {
  keyTicksAsc,
  keyTicksDesc,
  parseTicksAsc,
  parseTicksAscIso,
  parseTicksAscTicks,
  parseTicksDesc,
  parseTicksDescIso,
  parseTicksDescTicks,
} from "../keys/ticks.js";
export type { Brand } from "../schema/brand.js";
export type {
  EqualityCondition,
  OneOfCondition,
  OrderedCondition,
  Range,
  StringCondition,
  WhereSystem,
} from "../schema/conditions.js";
export type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
export type { EntityId, EntityTypes, ETag, Stored } from "../schema/entity-types.js";
export type { Partition } from "../schema/partition.js";
