/** How a property becomes key text; `pad` has its width beside it. */
export type KeyEncoding =
  | "text"
  | "raw"
  | "guid"
  | "boolean"
  | "pad"
  | "int32Asc"
  | "int32Desc"
  | "int64Asc"
  | "int64Desc"
  | "ticksAsc"
  | "ticksDesc";

/** A literal, or a property with its encoding: `"order"`, `["placedAt", "ticksDesc"]`, `["orderNo", "pad", 10]`. */
export type KeyPart = string | readonly [property: string, encoding: KeyEncoding, width?: number];
