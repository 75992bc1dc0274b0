import { quote } from "../diagnostics/quote.js";
import type { Found, PropertyDraft } from "../model/entity-draft.js";
import type { CheckContext } from "./check-context.js";

const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
/** What Azure Storage stores at most; Cosmos DB for Table has no such limits. */
const storageLimits = { maxLength: 32_768, maxBytes: 65_536 };

/** The limits, the values and the default of a property. Returns whether nothing is wrong with them. */
export function checkValues(context: CheckContext, property: PropertyDraft): boolean {
  const { options } = property;
  const errors = context.report.errors;
  checkLimit(context, property, "maxLength", "UTF-16 units");
  checkLimit(context, property, "maxBytes", "bytes");
  checkRange(context, property);
  if (options.oneOf && context.report.errors === errors) checkOneOf(context, property, options.oneOf);
  if (options.default) checkDefault(context, property, options.default, context.report.errors === errors);
  return context.report.errors === errors;
}

/** @param isComparable whether limits and oneOf are what values can be compared with */
function checkDefault(
  context: CheckContext,
  property: PropertyDraft,
  found: Found<string | number | bigint | boolean>,
  isComparable: boolean,
): void {
  if (property.optional) {
    const message = `${nameOf(context, property)} is optional and has a default, so it would never be absent.`;
    context.report.add("property.optional-default", found.place, message, "Remove .optional(), or the default.");
  } else if (isComparable) checkDefaultValue(context, property, found);
}

function checkLimit(
  context: CheckContext,
  property: PropertyDraft,
  option: "maxLength" | "maxBytes",
  unit: string,
): void {
  const limit = property.options[option];
  if (limit === undefined) return;
  const most = context.service === "storage" ? storageLimits[option] : Number.MAX_SAFE_INTEGER;
  if (Number.isInteger(limit.value) && limit.value >= 1 && limit.value <= most) return;
  const message = `${nameOf(context, property)}: ${option} is ${limit.value}, but must be a whole number from 1 to ${most} (${unit}).`;
  context.report.add(
    "property.limit-invalid",
    limit.place,
    message,
    `Write a number up to ${most}, or leave ${option} out.`,
  );
}

function checkRange(context: CheckContext, property: PropertyDraft): void {
  const { min, max } = property.options;
  const errors = context.report.errors;
  for (const [option, bound] of [
    ["min", min],
    ["max", max],
  ] as const) {
    if (bound === undefined || (Number.isInteger(bound.value) && bound.value >= int32.min && bound.value <= int32.max))
      continue;
    const message = `${nameOf(context, property)}: ${option} is ${bound.value}, but must be a whole number from ${int32.min} to ${int32.max}.`;
    context.report.add("property.limit-invalid", bound.place, message, `Write an Int32, or leave ${option} out.`);
  }
  if (min && max && min.value > max.value && context.report.errors === errors) {
    const message = `${nameOf(context, property)}: min ${min.value} is greater than max ${max.value}, so no value is left.`;
    context.report.add("property.range-empty", min.place, message, "Exchange the two.");
  }
}

function checkOneOf(context: CheckContext, property: PropertyDraft, oneOf: Found<readonly Found<string>[]>): void {
  const seen = new Set<string>();
  const what = nameOf(context, property);
  const maxLength = property.options.maxLength?.value ?? Number.POSITIVE_INFINITY;
  if (oneOf.value.length === 0) {
    context.report.add(
      "property.one-of-invalid",
      oneOf.place,
      `${what}: oneOf is empty, so no value is left.`,
      "List the values, or leave oneOf out.",
    );
  }
  for (const { value, place } of oneOf.value) {
    if (seen.has(value))
      context.report.add(
        "property.one-of-invalid",
        place,
        `${what}: oneOf holds ${quote(value)} twice.`,
        "Remove one of the two.",
      );
    if (value.length > maxLength) {
      const message = `${what}: ${quote(value)} of oneOf has ${value.length} UTF-16 units, more than maxLength ${maxLength}.`;
      context.report.add("property.one-of-invalid", place, message, "Raise maxLength, or leave it out.");
    }
    checkUnicode(context, `${what}: a value of oneOf`, { value, place });
    seen.add(value);
  }
}

/** Reports a string that cannot be encoded as UTF-8. */
function checkUnicode({ report }: CheckContext, what: string, { value, place }: Found<string>): void {
  if (!/\p{Surrogate}/u.test(value)) return;
  report.add(
    "property.not-unicode",
    place,
    `${what} holds a lone surrogate, which cannot be sent.`,
    "Write both halves of the pair, or neither.",
  );
}

function checkDefaultValue(
  context: CheckContext,
  property: PropertyDraft,
  found: Found<string | number | bigint | boolean>,
): void {
  const reason = defaultProblem(property, found.value);
  if (reason === undefined) {
    if (typeof found.value === "string")
      checkUnicode(context, `${nameOf(context, property)}: the default`, { ...found, value: found.value });
    return;
  }
  const shown =
    typeof found.value === "string"
      ? quote(found.value)
      : `${found.value}${typeof found.value === "bigint" ? "n" : ""}`;
  const message = `${nameOf(context, property)}: the default ${shown} ${reason}.`;
  context.report.add("property.default-invalid", found.place, message, "Change the default, or leave it out.");
}

/** Why a value cannot be the property's default, as the rest of a sentence. */
function defaultProblem(
  { type, options }: PropertyDraft,
  value: string | number | bigint | boolean,
): string | undefined {
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
    default:
      return "is not possible for this type";
  }
}

function stringProblem({ oneOf, maxLength }: PropertyDraft["options"], value: string): string | undefined {
  if (oneOf && !oneOf.value.some((allowed) => allowed.value === value)) return "is not in oneOf";
  const most = maxLength?.value ?? storageLimits.maxLength;
  return value.length > most ? `has ${value.length} UTF-16 units, more than ${most}` : undefined;
}

function int32Problem(
  { min, max }: PropertyDraft["options"],
  value: string | number | bigint | boolean,
): string | undefined {
  if (typeof value !== "number" || !Number.isInteger(value)) return "is not a whole number";
  const least = min?.value ?? int32.min;
  const most = max?.value ?? int32.max;
  return value < least || value > most ? `is not from ${least} to ${most}` : undefined;
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

function nameOf({ entity }: CheckContext, { name }: PropertyDraft): string {
  return quote(`${entity}.${name.value}`);
}
