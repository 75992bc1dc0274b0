/*
 * What generated files import, and nothing else does. Only additions are made here; a change of meaning is `codegen/v2`.
 */

export { keyOf, partitionOf } from "../codec/entity-keys.js";
export { readExtra, writeExtra } from "../codec/extra.js";
export { completeRow, parseKeyOf } from "../codec/parse-key.js";
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
export { readBinary } from "../edm/binary.js";
export { readBoolean } from "../edm/boolean.js";
export {
  readDateTime,
  readDateTimeIso,
  readDateTimeTicks,
  type Ticks,
} from "../edm/date-time.js";
export { readDouble } from "../edm/double.js";
export type { EdmValue } from "../edm/edm-value.js";
export { type Guid, readGuid } from "../edm/guid.js";
export { readInt32 } from "../edm/int32.js";
export {
  readInt64,
  readInt64Number,
  readInt64String,
} from "../edm/int64.js";
export { readJson, readOneOf, readString } from "../edm/string.js";
export { after, afterNumber, afterTicksAsc, afterTicksDesc } from "../keys/after-part.js";
export { keyBoolean } from "../keys/boolean.js";
export { keyGuid } from "../keys/guid.js";
export { keyInt32Asc, keyInt32Desc } from "../keys/int32.js";
export {
  keyInt64Asc,
  keyInt64Desc,
} from "../keys/int64.js";
export { keyPad } from "../keys/pad.js";
export { keyRaw, keyText } from "../keys/text.js";
export {
  keyTicksAsc,
  keyTicksDesc,
} from "../keys/ticks.js";
export type { Brand } from "../schema/brand.js";
export type {
  BinaryCondition,
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
export type { EntityId, EntityTypes, ETag, Stored } from "../schema/entity-types.js";
export type { Partition } from "../schema/partition.js";
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
