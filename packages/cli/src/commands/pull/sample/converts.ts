import type { EdmName, EdmValue } from "@tablewright/runtime/edm";

/** Returns whether a property declared with the type can read a stored value without loss, even if the value has another type. */
export function converts(value: EdmValue, type: EdmName): boolean {
  if (value.type === type) return true;
  switch (value.type) {
    case "Edm.Int32":
      return type === "Edm.Int64" || type === "Edm.Double";
    case "Edm.Int64":
      return type === "Edm.Double" && BigInt(Number(value.value)) === value.value;
    case "Edm.Guid":
    case "Edm.DateTime":
      return type === "Edm.String";
    case "Edm.String":
      return isTextOf(value.value, type);
    default:
      return false;
  }
}

/** Returns whether a text is the standard form of a value of the type: `5`, for example, but not `05`. */
function isTextOf(text: string, type: EdmName): boolean {
  switch (type) {
    case "Edm.Boolean":
      return text === "true" || text === "false";
    case "Edm.Int32":
      return String(Number(text) | 0) === text;
    case "Edm.Int64":
      return /^-?\d{1,19}$/.test(text) && String(BigInt.asIntN(64, BigInt(text))) === text;
    case "Edm.Double":
      return String(Number(text)) === text;
    case "Edm.Guid":
      return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
    case "Edm.DateTime":
      return isDateText(text);
    default:
      return false;
  }
}

/** Returns whether a text is a date with 3 fractional digits, or with 7 if the last 4 are not all zero. */
function isDateText(text: string): boolean {
  const [, milliseconds = "", remainder] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})(\d{4})?Z$/.exec(text) ?? [];
  const date = new Date(`${milliseconds}Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1601 || remainder === "0000") return false;
  return date.toISOString() === `${milliseconds}Z`;
}
