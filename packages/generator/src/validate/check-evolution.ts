import { quote } from "../diagnostics/wording.js";
import { findEdmName, readableTypes } from "../model/edm-types.js";
import { draftNames } from "../model/part-names.js";
import type { Found, PropertiesDraft, PropertyDraft } from "../read/entity/entity-draft.js";
import { type CheckContext, propertyName } from "./check-context.js";
import { checkStoredName } from "./check-names.js";

/** Checks the options `formerly`, `reads` and `keepFormer` of an entity's properties: their former stored names and Edm types. */
export function checkEvolution(context: CheckContext, properties: PropertiesDraft, kindProperty: string | false): void {
  const taken = new Map<string, PropertyDraft | undefined>();
  if (kindProperty !== false) taken.set(kindProperty, undefined);
  for (const property of properties.list) {
    if (property.options.keyOnly?.value) continue;
    const { stored, next = [] } = draftNames(property);
    for (const name of stored.concat(next)) taken.set(name, property);
  }
  for (const property of properties.list) {
    const { formerly, keepFormer, reads } = property.options;
    const first = formerly ?? reads ?? keepFormer;
    if (property.options.keyOnly?.value && first !== undefined) reportKeyOnly(context, property, first);
    else {
      for (const name of formerly?.value ?? []) checkFormerName(context, property, name, taken);
      for (const type of reads?.value ?? []) checkSource(context, property, type);
      if (keepFormer?.value && !formerly?.value.length) reportKeepFormer(context, property, keepFormer);
    }
  }
}

function reportKeyOnly(context: CheckContext, property: PropertyDraft, { place }: Found<unknown>): void {
  const message = `${propertyName(context, property)} is keyOnly, so it has no stored name or type.`;
  context.report.add("property.former-name", place, message, "Remove the option, or remove keyOnly.");
}

function checkFormerName(
  context: CheckContext,
  property: PropertyDraft,
  name: Found<string>,
  taken: Map<string, PropertyDraft | undefined>,
): void {
  const what = `${context.entity}.${property.name.value}`;
  checkStoredName(context, what, name);
  if (taken.has(name.value)) {
    const message = `${quote(what)} cannot have been stored as ${quote(name.value)}: ${findUser(context, taken, name.value)} that name.`;
    const help = "List the names that only this property was stored under, each once.";
    context.report.add("property.former-name", name.place, message, help);
  }
  taken.set(name.value, property);
}

function findUser(context: CheckContext, taken: ReadonlyMap<string, PropertyDraft | undefined>, name: string): string {
  const user = taken.get(name);
  return user === undefined ? "the kind is stored under" : `${propertyName(context, user)} has`;
}

function checkSource(context: CheckContext, property: PropertyDraft, type: Found<string>): void {
  const allowed = property.type === "json" ? [] : readableTypes[findEdmName(property.type)];
  const listed = property.options.reads?.value ?? [];
  const isFirst = listed.findIndex(({ value }) => value === type.value) === listed.indexOf(type);
  if (allowed.includes(type.value) && isFirst) return;
  const problem = isFirst
    ? `cannot be read from ${quote(type.value)} without loss`
    : `lists ${quote(type.value)} twice`;
  const message = `${propertyName(context, property)}, edm.${property.type}(), ${problem}.`;
  context.report.add("property.reads-invalid", type.place, message, `It reads ${allowed.map(quote).join(", ")}.`);
}

function reportKeepFormer(context: CheckContext, property: PropertyDraft, { place }: Found<boolean>): void {
  const message = `${propertyName(context, property)} has keepFormer, but no former name to write.`;
  context.report.add("property.keep-former-alone", place, message, 'Add formerly: ["…"], or remove keepFormer.');
}
