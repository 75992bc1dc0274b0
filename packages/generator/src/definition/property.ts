/** Type of a property. `optional` is any type that may be absent, because no such type can be in a key. */
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

/** One property of an entity, as `edm` creates it. */
export interface PropertyDefinition<Type extends PropertyType = PropertyType> {
  readonly type: Type;
}

/** A property that every entity has. */
export interface RequiredProperty<Type extends PropertyType> extends PropertyDefinition<Type> {
  /** Makes the property optional: `T | undefined` on the class. It cannot be part of a key. */
  optional(): PropertyDefinition<"optional">;
}

/** Properties by name, e.g. those of a mixin: `const audited = { createdBy: edm.string() } satisfies Properties`. */
export type Properties = Readonly<Record<string, PropertyDefinition>>;
