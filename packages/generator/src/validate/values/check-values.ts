import { quote } from "../../diagnostics/wording.js";
import type { Found, PropertyDraft } from "../../read/entity/entity-draft.js";
import { type CheckContext, checkUnicode, int32, propertyName, storageLimits } from "../check-context.js";
import { checkCodes } from "./check-codes.js";
import { checkDefault, explainTextRules } from "./check-default.js";
import { checkParts } from "./check-parts.js";

/** Checks the limits, the listed values and the default of a property. Returns whether all are valid. */
export function checkValues(context: CheckContext, property: PropertyDraft): boolean {
  const { options } = property;
  const errors = context.report.errors;
  checkLimit(context, property, "maxLength", "UTF-16 units");
  checkLimit(context, property, "length", "UTF-16 units");
  checkOneLength(context, property);
  checkLimit(context, property, "maxBytes", "bytes");
  checkRange(context, property);
  checkParts(context, property);
  if (options.oneOf && context.report.errors === errors) checkOneOf(context, property, options.oneOf);
  if (options.codes) checkCodes(context, property, options.codes);
  if (options.default && property.optional) reportOptional(context, property, options.default);
  else if (options.default && context.report.errors === errors) checkDefault(context, property, options.default);
  return context.report.errors === errors;
}

function checkLimit(
  context: CheckContext,
  property: PropertyDraft,
  option: "maxLength" | "length" | "maxBytes",
  unit: string,
): void {
  const limit = property.options[option];
  if (limit === undefined) return;
  const { parts } = property.options;
  const ofProperty = option === "maxBytes" ? storageLimits.maxBytes : storageLimits.stringUnits;
  const ofParts =
    parts && parts.value.count * (option === "maxBytes" ? storageLimits.partBytes : storageLimits.stringUnits);
  const max = context.service === "storage" ? (ofParts ?? ofProperty) : Number.MAX_SAFE_INTEGER;
  if (Number.isInteger(limit.value) && limit.value >= 1 && limit.value <= max) return;
  const message = `${propertyName(context, property)}: ${option} is ${limit.value}, but must be a whole number from 1 to ${max} (${unit}).`;
  context.report.add(
    "property.limit-invalid",
    limit.place,
    message,
    `Write a number up to ${max}, or leave ${option} out.`,
  );
}

/** Checks that at most one option determines the length of a string. */
function checkOneLength(context: CheckContext, property: PropertyDraft): void {
  const { length, maxLength, pattern } = property.options;
  const [option, other] = pattern ? ["pattern", length ? "length" : "maxLength"] : ["length", "maxLength"];
  const second = pattern ? (length ?? maxLength) : length && maxLength;
  if (second === undefined) return;
  const message = `${propertyName(context, property)} has ${option} and ${other}, but ${option} alone determines the length.`;
  context.report.add("property.limit-invalid", second.place, message, `Leave ${other} out.`);
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
    const message = `${propertyName(context, property)}: ${option} is ${bound.value}, but must be a whole number from ${int32.min} to ${int32.max}.`;
    context.report.add("property.limit-invalid", bound.place, message, `Write an Int32, or leave ${option} out.`);
  }
  if (min && max && min.value > max.value && context.report.errors === errors) {
    const message = `${propertyName(context, property)}: min ${min.value} is greater than max ${max.value}, so no value is allowed.`;
    context.report.add("property.range-empty", min.place, message, "Swap the two.");
  }
}

function checkOneOf(context: CheckContext, property: PropertyDraft, oneOf: Found<readonly Found<string>[]>): void {
  const seen = new Set<string>();
  const what = propertyName(context, property);
  const maxLength = property.options.maxLength?.value ?? Number.POSITIVE_INFINITY;
  if (oneOf.value.length === 0) {
    context.report.add(
      "property.one-of-invalid",
      oneOf.place,
      `${what}: oneOf is empty, so no value is allowed.`,
      "List the values, or leave oneOf out.",
    );
  }
  for (const { value, place } of oneOf.value) {
    if (seen.has(value))
      context.report.add(
        "property.one-of-invalid",
        place,
        `${what}: oneOf contains ${quote(value)} twice.`,
        "Remove one of the two.",
      );
    if (value.length > maxLength) {
      const message = `${what}: ${quote(value)} of oneOf has ${value.length} UTF-16 units, more than maxLength ${maxLength}.`;
      context.report.add("property.one-of-invalid", place, message, "Raise maxLength, or leave it out.");
    }
    const problem = explainTextRules(property.options, value);
    if (problem !== undefined)
      context.report.add(
        "property.one-of-invalid",
        place,
        `${what}: ${quote(value)} of oneOf ${problem}.`,
        "Change the value.",
      );
    checkUnicode(context, `${what}: a value of oneOf`, { value, place });
    seen.add(value);
  }
}

function reportOptional(context: CheckContext, property: PropertyDraft, { place }: Found<unknown>): void {
  const message = `${propertyName(context, property)} is optional and has a default, so it would never be absent.`;
  context.report.add("property.optional-default", place, message, "Remove .optional(), or the default.");
}
