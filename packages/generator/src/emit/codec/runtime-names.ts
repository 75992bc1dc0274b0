import type * as v1 from "@tablewright/runtime/codegen/v1";

/**
 * Names of the runtime's functions and values that generated code may use, such as `$.string`. A name that the runtime lacks does not
 * compile here.
 */
const runtimeValues = [
  "string",
  "json",
  "boolean",
  "int32",
  "int64",
  "int64Number",
  "int64String",
  "double",
  "dateTime",
  "dateTimeIso",
  "dateTimeTicks",
  "guid",
  "binary",
  "stringParts",
  "binaryParts",
  "storedJson",
  "optional",
  "coded",
  "schema",
  "indexes",
  "partitions",
  "ttl",
  "readOnly",
  "madeDefaults",
  "unknownProperties",
  "evolution",
  "formerRows",
  "writeString",
  "writeJson",
  "writeOneOf",
  "writeCode",
  "writeBoolean",
  "writeInt32",
  "writeInt64",
  "writeInt64Number",
  "writeInt64String",
  "writeDouble",
  "writeDateTime",
  "writeDateTimeIso",
  "writeDateTimeTicks",
  "writeGuid",
  "writeBinary",
  "writeUnknownProperties",
  "withFormerNames",
  "changesOnly",
  "readString",
  "readJson",
  "readOneOf",
  "readCode",
  "readBoolean",
  "readInt32",
  "readInt64",
  "readInt64Number",
  "readInt64String",
  "readDouble",
  "readDateTime",
  "readDateTimeIso",
  "readDateTimeTicks",
  "readGuid",
  "readBinary",
  "readUnknownProperties",
  "readEvolved",
  "lacks",
  "readETag",
  "readTimestamp",
  "now",
  "nowIso",
  "nowTicks",
  "randomGuid",
  "own",
  "text",
  "raw",
  "lower",
  "upper",
  "sha256",
  "md5",
  "fixed",
  "ulid",
  "ksuid",
  "bit",
  "guidD",
  "guidN",
  "guidB",
  "guidUpper",
  "pad",
  "decimal",
  "desc",
  "hex",
  "upperHex",
  "int32Asc",
  "int32Desc",
  "int64Asc",
  "int64Desc",
  "ticksAsc",
  "ticksDesc",
  "iso",
  "iso7",
  "format",
  "milliseconds",
  "seconds",
  "minutes",
  "days",
  "year",
  "month",
  "day",
  "hour",
  "exact",
  "shard",
  "checkRowKey",
  "wrongKind",
  "idOf",
  "partitionOf",
  "keyOf",
  "parseKeyOf",
  "readKeysOfRow",
  "completeRow",
  "toJson",
  "fromJson",
  "fromRow",
] as const satisfies readonly (keyof typeof v1)[];

export type RuntimeValue = (typeof runtimeValues)[number];

/**
 * Types of the runtime that generated code may use. `keyof typeof` does not list types, so each is named here once. If the runtime lacks
 * one, this does not compile.
 */
type RuntimeTypes = {
  readonly AsWritten: v1.AsWritten<object>;
  readonly BinaryCondition: v1.BinaryCondition;
  readonly BoundedRange: v1.BoundedRange<number>;
  readonly Brand: v1.Brand<"">;
  readonly DateCondition: v1.DateCondition;
  readonly DoubleJson: v1.DoubleJson;
  readonly EdmValue: v1.EdmValue;
  readonly ETag: v1.ETag;
  readonly EntityId: v1.EntityId;
  readonly EntitySchema: v1.EntitySchema<v1.EntityTypes>;
  readonly EntityWhere: v1.EntityWhere<"">;
  readonly EqualityCondition: v1.EqualityCondition<boolean>;
  readonly GlobalIndex: v1.GlobalIndex<v1.EntityTypes, v1.EntityTypes>;
  readonly Guid: v1.Guid;
  readonly GuidCondition: v1.GuidCondition;
  readonly LocalIndex: v1.LocalIndex<v1.EntityTypes, v1.EntityTypes>;
  readonly OneOfCondition: v1.OneOfCondition<"">;
  readonly OrderedCondition: v1.OrderedCondition<number>;
  readonly Partition: v1.Partition<"">;
  readonly Range: v1.Range<number>;
  readonly StringCondition: v1.StringCondition;
  readonly Ticks: v1.Ticks;
};

export type RuntimeType = keyof RuntimeTypes;
