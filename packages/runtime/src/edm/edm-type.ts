/** The service's property types. */
export type EdmName =
  | "Edm.String"
  | "Edm.Boolean"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Double"
  | "Edm.DateTime"
  | "Edm.Guid"
  | "Edm.Binary";

/**
 * One way to hold an Edm type in TypeScript (`Edm.Int64` as a bigint, a number or a string are three).
 * `to*` functions throw a TableError `value.*`, `from*` functions a TableError `decode.*`, both without the names of entity
 * and property: whoever has them adds them.
 */
export interface EdmType<Value = unknown> {
  readonly edm: EdmName;
  /** The value as JSON text, without annotation. Ranges of the type are checked, limits of the service are not. */
  toJson(value: Value): string;
  /** The value as a literal of `$filter`, not percent-encoded. */
  toLiteral(value: Value): string;
  /** @param annotation the payload's `name@odata.type` @param typed whether the payload has annotations at all */
  /** Reads a value from a payload. @throws TableError `decode.*` */
  fromJson(json: unknown, annotation: unknown, typed: boolean): Value;
}
