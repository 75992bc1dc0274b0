/** Type of a property. `optional` is any type that may be absent, `parts` one stored in several properties: neither can be in a key. */
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
  | "parts"
  | "optional";

/** One property of an entity, as `edm` creates it. */
export interface PropertyDefinition<Type extends PropertyType = PropertyType> {
  readonly type: Type;
}

/** A property that every entity has. */
export interface RequiredProperty<Type extends PropertyType> extends PropertyDefinition<Type> {
  /** Makes the property optional: `T | undefined` on the class. It cannot be part of the entity's key, but of an index. */
  optional(): OptionalProperty<Type>;
}

/** A property that an entity may lack. */
export interface OptionalProperty<Type extends PropertyType = PropertyType> extends PropertyDefinition<"optional"> {
  /** Type of the values. */
  readonly of: Type;
}

/** Properties by name, e.g. those of a mixin: `const audited = { createdBy: edm.string() } satisfies Properties`. */
export type Properties = Readonly<Record<string, PropertyDefinition>>;
