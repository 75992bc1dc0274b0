/** The type of a property; `optional` stands for any type that may be absent, since none of those can be in a key. */
export type PropertyType =
  | "string"
  | "json"
  | "boolean"
  | "int32"
  | "int64"
  | "double"
  | "dateTime"
  | "guid"
  | "binary"
  | "optional";

/** One property of an entity, as `edm` makes it. */
export interface PropertyDefinition<Type extends PropertyType = PropertyType> {
  readonly type: Type;
}

/** A property that every entity has. */
export interface RequiredProperty<Type extends PropertyType> extends PropertyDefinition<Type> {
  /** The property may be absent: `T | undefined` on the class. It cannot be part of a key. */
  optional(): PropertyDefinition<"optional">;
}

/** Properties by name, e.g. of a mixin: `const audited = { createdBy: edm.string() } satisfies Properties`. */
export type Properties = Readonly<Record<string, PropertyDefinition>>;
