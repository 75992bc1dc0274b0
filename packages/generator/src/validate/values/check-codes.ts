import { quote } from "../../diagnostics/wording.js";
import { optionRows } from "../../options/property-options.js";
import type { CodeDraft, Found, PropertyDraft } from "../../read/entity/entity-draft.js";
import { type CheckContext, checkUnicode, int32, propertyName, storageLimits } from "../check-context.js";

/** Checks the option `codes` of a property: its names, and the codes that are stored for them. */
export function checkCodes(
  context: CheckContext,
  property: PropertyDraft,
  { value: codes, place }: Found<readonly CodeDraft[]>,
): void {
  const { report } = context;
  const what = propertyName(context, property);
  const [other] = optionRows.flatMap(([option, { isNotForCodes }]) =>
    isNotForCodes && property.options[option] !== undefined ? [option] : [],
  );
  if (other !== undefined) {
    const message = `${what} has codes and ${other}, but the codes already list all values.`;
    report.add("property.codes-invalid", property.options[other]?.place ?? place, message, `Leave ${other} out.`);
  }
  if (codes.length === 0)
    report.add(
      "property.codes-invalid",
      place,
      `${what}: codes is empty, so no value is allowed.`,
      "List the names, or leave codes out.",
    );
  const names = new Map<string | number, string>();
  for (const { name, code } of codes) {
    const problem =
      name === "__proto__" || name === "" ? `${quote(name)} cannot be a name` : codeProblem(code.value, names);
    names.set(code.value, name);
    if (problem !== undefined)
      report.add("property.codes-invalid", code.place, `${what}: ${problem}.`, "Give each name its own code.");
    if (typeof code.value === "string")
      checkUnicode(context, `${what}: the code of ${quote(name)}`, { value: code.value, place: code.place });
  }
}

function codeProblem(code: string | number, names: ReadonlyMap<string | number, string>): string | undefined {
  const shown = JSON.stringify(code);
  const other = names.get(code);
  if (other !== undefined) return `the code ${shown} already has the name ${quote(other)}`;
  if (typeof code === "string")
    return code.length > storageLimits.stringUnits
      ? `a code has ${code.length} UTF-16 units, more than ${storageLimits.stringUnits}`
      : undefined;
  const isValid = Number.isInteger(code) && code >= int32.min && code <= int32.max && !Object.is(code, -0);
  return isValid ? undefined : `the code ${Object.is(code, -0) ? "-0" : shown} is not an Int32`;
}

/**
 * Returns the property with `oneOf`, or `min` and `max`, set to what its codes allow, because keys contain the stored codes. Returns a
 * property without codes unchanged.
 */
export function withCodeLimits(property: PropertyDraft): PropertyDraft {
  const codes = property.options.codes?.value.map(({ code }) => code);
  const [first] = codes ?? [];
  if (codes === undefined || first === undefined) return property;
  const { place } = first;
  if (property.type !== "int32") {
    const values = codes.map(({ value, place }) => ({ value: String(value), place }));
    return { ...property, options: { ...property.options, oneOf: { value: values, place } } };
  }
  const numbers = codes.map(({ value }) => Number(value));
  const min = { value: Math.min(...numbers), place };
  const max = { value: Math.max(...numbers), place };
  return { ...property, options: { ...property.options, min, max } };
}
