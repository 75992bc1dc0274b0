import { partNames } from "../../model/part-names.js";
import type { Found, PropertyDraft } from "../../read/entity/entity-draft.js";
import { type CheckContext, propertyName } from "../check-context.js";
import { checkStoredName } from "../check-names.js";

/**
 * Maximum number of stored properties over which a value is split: as many full parts as fit into a row of 1 MiB in Azure Storage, or 2 MiB
 * in Cosmos DB. If another program names the parts, they can be smaller, so only the number of properties limits them.
 */
const maxParts = { storage: 15, cosmos: 31, named: 252 };

/** Options that are valid only for a value in one stored property, not for one that is split into parts. */
const ofOneProperty = ["keyOnly", "oneOf", "length", "pattern", "formerly", "keepFormer", "reads"] as const;

/** Checks the options `parts` and `compress`, for a value that is split over several stored properties, or compressed. */
export function checkParts(context: CheckContext, property: PropertyDraft): void {
  const { options } = property;
  const { parts, compress } = options;
  if (parts !== undefined) {
    checkCount(context, property, parts.value.names === undefined ? maxParts[context.service] : maxParts.named);
    checkPartNames(context, property);
    for (const option of ofOneProperty) {
      const found = options[option];
      if (found !== undefined)
        report(context, property, found, `${option} is only for a value in one property, not for one in parts`, option);
    }
  }
  if (compress === undefined) return;
  for (const option of ["default", "keyOnly"] as const) {
    const found = options[option];
    if (found !== undefined) report(context, property, found, `compressed JSON cannot have ${option}`, option);
  }
}

function report(
  context: CheckContext,
  property: PropertyDraft,
  { place }: Found<unknown>,
  why: string,
  option: string,
): void {
  const message = `${propertyName(context, property)}: ${why}.`;
  context.report.add("property.parts-invalid", place, message, `Leave ${option} out.`);
}

function checkCount(context: CheckContext, property: PropertyDraft, max: number): void {
  const { parts } = property.options;
  if (parts === undefined) return;
  const { count } = parts.value;
  if (Number.isInteger(count) && count >= 2 && count <= max) return;
  const message = `${propertyName(context, property)} has ${count} parts, but must have a whole number from 2 to ${max}.`;
  const help = `A part holds 64 KiB. Write a number up to ${max}, or leave parts out.`;
  context.report.add("property.limit-invalid", parts.place, message, help);
}

/**
 * Checks the names of the stored properties over which a value is split: the pattern with `{n}`, the first number, and the name that
 * results.
 */
function checkPartNames(context: CheckContext, property: PropertyDraft): void {
  const { parts, name: stored } = property.options;
  if (parts === undefined) return;
  const { names, from } = parts.value;
  const what = propertyName(context, property);
  if (names !== undefined && names.split("{n}").length !== 2) {
    const message = `${what}: the names of the parts are "${names}", but must contain {n} once.`;
    context.report.add("property.parts-invalid", parts.place, message, 'Write {n} for the number: "Data{n}".');
    return;
  }
  if (!Number.isInteger(from) || from < 0) {
    const message = `${what}: the number of the first part is ${from}, but must be a whole number from 0.`;
    context.report.add("property.parts-invalid", parts.place, message, "Write 0 or 1.");
    return;
  }
  const last = partNames((stored ?? property.name).value, { names, from, count: 2 }).at(-1) ?? "";
  checkStoredName(context, `${context.entity}.${property.name.value}`, { value: last, place: parts.place });
}
