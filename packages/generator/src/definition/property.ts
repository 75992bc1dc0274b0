/**
 * Type of a property. `optional` means any optional property, `parts` a property whose value is stored in several properties. Neither can
 * be in an entity's key.
 */
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
  /** Makes the property optional: `T | undefined` on the class. It can then be part of an index's keys, but not of the entity's keys. */
  optional(): OptionalProperty<Type>;
}

/** A property that an entity may lack. */
export interface OptionalProperty<Type extends PropertyType = PropertyType> extends PropertyDefinition<"optional"> {
  /** Type that the property's values have if they are present. */
  readonly of: Type;
}

/** Properties by name, e.g. those of a mixin: `const audited = { createdBy: edm.string() } satisfies Properties`. */
export type Properties = Readonly<Record<string, PropertyDefinition>>;
