type EdmType =
  | "Edm.String"
  | "Edm.Boolean"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Double"
  | "Edm.DateTime"
  | "Edm.Guid"
  | "Edm.Binary";

/**
 * A stored value. `json` is its text in an answer. `value` compares in the service's order with `<`:
 * DateTime as ticks, Guid as lower-case text, Binary as one character for each byte.
 */
export interface EdmValue {
  readonly type: EdmType;
  readonly json: string;
  readonly value: string | number | bigint | boolean;
  /** Bytes that count towards the entity's 1 MiB. */
  readonly size: number;
}

/** Types whose value an answer annotates at minimal and full metadata; a Double only when it is not finite. */
export function isAnnotated(value: EdmValue): boolean {
  switch (value.type) {
    case "Edm.Int64":
    case "Edm.DateTime":
    case "Edm.Guid":
    case "Edm.Binary":
      return true;
    case "Edm.Double":
      return value.json.startsWith('"');
    default:
      return false;
  }
}
