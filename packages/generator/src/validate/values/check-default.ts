import { quote } from "../../diagnostics/wording.js";
import type { Found, PropertyDraft } from "../../read/entity/entity-draft.js";
import { type CheckContext, checkUnicode, int32, int64, propertyName, storageLimits } from "../check-context.js";

/** Checks the default of a property whose other limits (such as maxLength and oneOf) are valid. */
export function checkDefault(
  context: CheckContext,
  property: PropertyDraft,
  found: Found<string | number | bigint | boolean>,
): void {
  const reason = defaultProblem(property, found.value);
  if (reason === undefined) {
    if (typeof found.value === "string" && property.type !== "json")
      checkUnicode(context, `${propertyName(context, property)}: the default`, { ...found, value: found.value });
    return;
  }
  const shown =
    property.type === "json"
      ? shortened(String(found.value))
      : typeof found.value === "string"
        ? quote(found.value)
        : `${found.value}${typeof found.value === "bigint" ? "n" : ""}`;
  const message = `${propertyName(context, property)}: the default ${shown} ${reason}.`;
  context.report.add("property.default-invalid", found.place, message, "Change the default, or leave it out.");
}

/** Shortens a long JSON text for a message. */
function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Explains why a value cannot be the property's default, as the rest of a sentence; `undefined` if it can. */
function defaultProblem(
  { type, options }: PropertyDraft,
  value: string | number | bigint | boolean,
): string | undefined {
  if (options.codes) {
    const names = options.codes.value.map(({ name }) => name);
    return names.some((name) => name === value) ? undefined : `is not a name of codes: ${names.join(", ")}`;
  }
  switch (type) {
    case "string":
      return typeof value === "string" ? stringProblem(options, value) : "is not a string";
    case "boolean":
      return typeof value === "boolean" ? undefined : "is not true or false";
    case "double":
      return typeof value === "number" ? undefined : "is not a number";
    case "int32":
      return int32Problem(options, value);
    case "int64":
      return int64Problem(options.as?.value, value);
    case "dateTime":
      return value === "now" ? undefined : dateTimeProblem(options.as?.value, value);
    case "guid":
      return value === "random" ? undefined : 'is not "random"';
    case "json":
      return jsonProblem(String(value));
    case "binary":
      return "is not possible for this type";
  }
}

const patterns: Readonly<Record<string, RegExp>> = {
  ulid: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  ksuid: /^[0-9A-Za-z]{27}$/,
};

/** Explains why a string does not have the length or the pattern of its property, as the rest of a sentence; `undefined` if it does. */
export function explainTextRules({ length, pattern }: PropertyDraft["options"], value: string): string | undefined {
  if (length !== undefined && value.length !== length.value)
    return `has ${value.length} UTF-16 units, not ${length.value}`;
  return pattern === undefined || patterns[pattern.value]?.test(value) !== false
    ? undefined
    : `is not a ${pattern.value.toUpperCase()}`;
}

function stringProblem(options: PropertyDraft["options"], value: string): string | undefined {
  const { oneOf, maxLength } = options;
  if (oneOf && !oneOf.value.some((allowed) => allowed.value === value)) return "is not in oneOf";
  const max = maxLength?.value ?? storageLimits.stringUnits;
  const problem = explainTextRules(options, value);
  if (problem !== undefined) return problem;
  return value.length > max ? `has ${value.length} UTF-16 units, more than ${max}` : undefined;
}

function int32Problem(
  { min, max }: PropertyDraft["options"],
  value: string | number | bigint | boolean,
): string | undefined {
  if (typeof value !== "number" || !Number.isInteger(value)) return "is not a whole number";
  const lowest = min?.value ?? int32.min;
  const highest = max?.value ?? int32.max;
  return value < lowest || value > highest ? `is not from ${lowest} to ${highest}` : undefined;
}

function int64Problem(as: string | undefined, value: string | number | bigint | boolean): string | undefined {
  if (as === "number") {
    return typeof value === "number" && Number.isSafeInteger(value) ? undefined : "is not a safe integer";
  }
  if (as === "string") {
    if (typeof value !== "string" || !/^-?\d+$/.test(value)) return "is not decimal text";
  } else if (typeof value !== "bigint") return "is not a bigint such as 5n";
  const integer = BigInt(value);
  return integer < int64.min || integer > int64.max ? `is not from ${int64.min} to ${int64.max}` : undefined;
}

/**
 * Explains why a dateTime default is invalid; `undefined` if it is valid. JavaScript takes February 30 for a later date. So the date is
 * formatted again and compared with the text.
 */
function dateTimeProblem(as: string | undefined, value: string | number | bigint | boolean): string | undefined {
  const wanted = 'is neither "now" nor a UTC time such as "2020-01-01T00:00:00Z"';
  if (typeof value !== "string") return wanted;
  const [, seconds = "", fraction = ""] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?Z$/.exec(value) ?? [];
  const milliseconds = Date.parse(`${seconds}Z`);
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(seconds)) return wanted;
  if (seconds < "1601") return "is before 1601-01-01, the earliest date that Edm.DateTime can store";
  if (as === undefined && fraction.length > 3)
    return 'is more precise than a Date, which has only milliseconds; use as: "iso" or "ticks"';
  return undefined;
}

function jsonProblem(text: string): string | undefined {
  if (text === "null") return "means that the property is absent";
  const max = storageLimits.stringUnits;
  return text.length > max ? `has ${text.length} UTF-16 units as JSON, more than ${max}` : undefined;
}
