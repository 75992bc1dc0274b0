import { formatDateTimeFull, isStorableDateTime, parseDateTime } from "../edm/date-time.js";
import {
  binaryValue,
  booleanValue,
  dateTimeValue,
  doubleValue,
  type EdmValue,
  guidValue,
  int32Value,
  int64Value,
  stringValue,
} from "../edm/edm-value.js";
import { ServiceError } from "../errors/service-error.js";
import type { Limits } from "../rules/limits.js";
import type { JsonMember } from "./read-json.js";

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const integer = /^-?\d+$/;

/**
 * Converts a JSON member to a property value. The type is that of the annotation or, without one, follows from the JSON. Rejects a value
 * that does not fit the type.
 */
export function propertyValue(member: JsonMember, annotation: string | undefined, limits: Limits): EdmValue {
  switch (annotation ?? unannotatedType(member)) {
    case "Edm.String":
      return readString(textOf(member), limits);
    case "Edm.Boolean":
      return readBoolean(member);
    case "Edm.Int32":
      return readInt32(member);
    case "Edm.Int64":
      return readInt64(member);
    case "Edm.Double":
      return readDouble(member);
    case "Edm.DateTime":
      return readDateTime(member);
    case "Edm.Guid":
      if (!guid.test(textOf(member))) throw invalid(member);
      return guidValue(textOf(member));
    case "Edm.Binary":
      return readBinary(member, limits);
    default:
      throw new ServiceError("InvalidInput", `'${annotation}' is not a type of the table service.`);
  }
}

function unannotatedType(member: JsonMember): string {
  if (member.kind === "string") return "Edm.String";
  if (member.kind === "boolean") return "Edm.Boolean";
  if (member.kind === "number") return integer.test(member.text) ? "Edm.Int32" : "Edm.Double";
  throw invalid(member);
}

function readString(text: string, limits: Limits): EdmValue {
  if (!text.isWellFormed()) throw new ServiceError("InvalidInput", "A string contains a lone surrogate.");
  if (text.length > limits.stringUnits) throw new ServiceError("PropertyValueTooLarge");
  return stringValue(text);
}

/** Reads a JSON boolean, or the text "true" or "false" in upper, lower or mixed case. */
function readBoolean(member: JsonMember): EdmValue {
  if (member.kind === "boolean") return booleanValue(member.value);
  const text = textOf(member).toLowerCase();
  if (text !== "true" && text !== "false") throw invalid(member);
  return booleanValue(text === "true");
}

/** Reads an Edm.Int32 from a JSON number, or from its digits in quotes. */
function readInt32(member: JsonMember): EdmValue {
  if ((member.kind !== "number" && member.kind !== "string") || !integer.test(member.text)) throw invalid(member);
  const value = Number(member.text);
  if (value !== (value | 0)) throw invalid(member);
  return int32Value(value | 0);
}

function readInt64(member: JsonMember): EdmValue {
  const text = textOf(member);
  if (!integer.test(text)) throw invalid(member);
  const value = BigInt(text);
  if (value !== BigInt.asIntN(64, value)) throw invalid(member);
  return int64Value(value);
}

function readDouble(member: JsonMember): EdmValue {
  if (member.kind === "string" && /^(NaN|-?Infinity)$/.test(member.text)) return doubleValue(Number(member.text));
  if (member.kind !== "number" && !(member.kind === "string" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(member.text))) {
    throw invalid(member);
  }
  const value = Number(member.text);
  if (!Number.isFinite(value)) throw invalid(member);
  return doubleValue(value);
}

function readDateTime(member: JsonMember): EdmValue {
  const text = textOf(member);
  const ticks = parseDateTime(text);
  if (ticks === undefined) throw invalid(member);
  if (!isStorableDateTime(ticks)) {
    throw new ServiceError(
      "OutOfRangeInput",
      `The '${member.name}' parameter of value '${invariantText(ticks)}' is out of range.`,
    );
  }
  return dateTimeValue(ticks, text);
}

/** Formats a date as .NET does in its invariant culture: `12/31/1600 23:59:59`. */
function invariantText(ticks: bigint): string {
  const [date = "", time = ""] = formatDateTimeFull(ticks).split(/[T.]/);
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year} ${time}`;
}

function readBinary(member: JsonMember, limits: Limits): EdmValue {
  const text = textOf(member);
  const bytes = Buffer.from(text, "base64");
  if (!isBase64(text, bytes.length)) throw invalid(member);
  if (bytes.length > limits.binaryBytes) throw new ServiceError("PropertyValueTooLarge");
  return binaryValue(bytes);
}

/**
 * Returns whether a text is base64.
 * @param bytes the number of bytes that the decoder returned for the text: too small if it skipped characters that are not base64. The
 * decoder does not skip `-` and `_` of base64url, so they are checked separately
 */
function isBase64(text: string, bytes: number): boolean {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return bytes === (text.length / 4) * 3 - padding && !text.includes("-") && !text.includes("_");
}

function textOf(member: JsonMember): string {
  if (member.kind !== "string") throw invalid(member);
  return member.text;
}

function invalid({ name }: JsonMember): ServiceError {
  const reason = `The value of property '${name}' does not fit its type.`;
  return new ServiceError("InvalidInput", "An error occurred while processing this request.", [], { reason });
}
