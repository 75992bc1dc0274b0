/**
 * Every code that a {@link TableError} can carry: `area.reason`, with one sentence that tells what it means.
 * The one registry: an error with a code that is not here does not compile.
 */
export const errorCodes = {
  "value.missing": "A required property has no value.",
  "value.wrong-type": "A value is not of the type that its Edm type takes.",
  "value.out-of-range": "A value lies outside its Edm type's range or the definition's min and max.",
  "value.too-long": "A string or binary value is longer than the service or the definition allows.",
  "value.not-allowed": "A value is none of the definition's `oneOf`.",
  "value.not-unicode": "A string holds a lone surrogate, which UTF-8 cannot carry.",
  "entity.invalid": "Several properties of one entity are refused; `problems` lists them all.",
  "entity.too-large": "An entity is larger than the service stores.",
  "entity.too-many-properties": "An entity has more properties than the service stores.",
  "entity.not-found": "The row does not exist.",
  "entity.already-exists": "A row with these keys exists already.",
  "entity.condition-not-met": "The row's ETag is no longer the one given as `ifMatch`.",
  "entity.wrong-kind": "The row is of another kind than the entity that was asked for.",
  "property.invalid-name": "A property name is not one that the service accepts.",
  "property.reserved-name": "A property name belongs to the service.",
  "key.forbidden-character": "A key holds a character that no key may hold.",
  "key.too-long": "A key is longer than the service or `maxKeyUnits` allows.",
  "key.empty": "A key is empty where the service wants a value.",
  "key.malformed": "A stored key does not have the shape that the definition gives it.",
  "table.invalid-name": "A table name is not one that the service accepts.",
  "table.reserved-name": "A table name is reserved by the service.",
  "table.not-found": "The table does not exist.",
  "table.already-exists": "The table exists already.",
  "table.being-deleted": "The table is being deleted; its name is not free yet.",
  "decode.missing": "A stored row lacks a required property.",
  "decode.wrong-type": "A stored property is of another Edm type than the definition says.",
  "decode.not-allowed": "A stored value is none of the definition's `oneOf`.",
  "decode.malformed": "A stored value cannot be read as its Edm type.",
} as const;

export type ErrorCode = keyof typeof errorCodes;
