import { collectionName, isDate } from "../platform/built-ins.js";
import { visibleText } from "./foreign-text.js";
import { redact } from "./redact.js";

const longest = 60;

/** Formats a value for an error message: on one line, truncated. */
export function formatValue(value: unknown): string {
  const text = describe(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return visibleText(redact(JSON.stringify(value)));
    case "bigint":
      return `${value}n`;
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "function":
      return "a function";
    case "symbol":
      return "a symbol";
    case "object":
      return value === null ? "null" : describeObject(value);
    default:
      return String(value);
  }
}

function describeObject(value: object): string {
  if (isDate(value)) return Number.isNaN(value.getTime()) ? "an invalid Date" : value.toISOString();
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.byteLength})`;
  if (Array.isArray(value)) return "an array";
  const collection = collectionName(value);
  if (collection !== undefined) return `a ${collection}`;
  const { then, aborted } = value as { readonly then?: unknown; readonly aborted?: unknown };
  if (typeof then === "function") return "a promise";
  if (typeof aborted === "boolean") return "an AbortSignal";
  const name = className(value);
  return name === undefined ? "an object" : `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name} object`;
}

/** Returns the name of an object's class, such as `Decimal` or `Temporal.Instant`; undefined for a plain object, or a minified name. */
function className(value: object): string | undefined {
  const { constructor: type, $isDayjsObject } = value as {
    readonly constructor?: unknown;
    readonly $isDayjsObject?: unknown;
  };
  // The published code of Day.js is minified.
  if ($isDayjsObject === true) return "Dayjs";
  const { [Symbol.toStringTag]: tag } = value as { readonly [Symbol.toStringTag]?: unknown };
  const name = tag ?? (typeof type === "function" ? type.name : undefined);
  return typeof name === "string" && /^(?!Object$)[\w$.]{3,50}$/.test(name) ? name : undefined;
}
