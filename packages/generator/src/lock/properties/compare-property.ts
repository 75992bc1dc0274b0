import type { LockedProperty } from "../lock.js";
import { type LockChange, orAccept } from "../lock-change.js";
import { compareCodes } from "./compare-codes.js";
import { converts } from "./former-properties.js";
import { requiredHelp, type Subject, writeDeclaration } from "./property-advice.js";

type Found = Pick<LockChange, "code" | "message" | "help">;

/**
 * Finds changes of one property after which its stored values cannot be read, or no condition finds them.
 * @param before the property as a former definition had it
 */
export function compareProperty(subject: Subject, before: LockedProperty): Found[] {
  return [
    ...typeChange(subject, before),
    ...partsChange(subject, before),
    ...requiredChange(subject, before),
    ...valuesChange(subject, before),
    ...compareCodes(subject, before),
    ...storedChange(subject, before),
  ];
}

function typeChange(subject: Subject, before: LockedProperty): Found[] {
  const { entity, name, property } = subject;
  // If only the key contains a value, there is no stored type. A change of its text is found when the keys are compared.
  const isInKeyAlone = property.keyOnly && before.keyOnly;
  if (!isInKeyAlone && property.type !== before.type && !property.reads?.includes(before.type))
    return [edmChange(subject, before)];
  if (!property.json || before.json) return [];
  const message = `${entity}.${name} is now JSON: existing rows have other text, and reading one fails.`;
  return [{ code: "change.property-type", message, help: `Keep edm.string(). ${orAccept}` }];
}

function edmChange(subject: Subject, before: LockedProperty): Found {
  const { entity, name, property } = subject;
  const reads = [...(property.reads ?? []), before.type];
  const isRead = before.type === "Edm.Int32" && property.type === "Edm.Double";
  const hit = isRead ? "conditions do not find them" : "reading one fails";
  const message = `${entity}.${name} changed from ${before.type} to ${property.type}: existing rows have ${before.type}, and ${hit}.`;
  const help = converts(property, before)
    ? `Write: ${writeDeclaration(subject, { reads })}.`
    : `Keep ${before.type}: not every value converts. For the new type, add a property of another name. ${orAccept}`;
  return { code: "change.property-type", message, help };
}

/** Finds changes of the option `parts` after which the current definition does not read all stored parts of a value. */
function partsChange({ entity, name, property }: Subject, before: LockedProperty): Found[] {
  if (before.parts === undefined) return [];
  if (before.partNames !== property.partNames && property.parts !== undefined) {
    const message = `${entity}.${name} changed the names of its parts: existing rows have the parts after the first under the former names, where nothing reads them.`;
    return [{ code: "change.property-type", message, help: `Keep the names. ${orAccept}` }];
  }
  const now = property.parts ?? 1;
  if (now >= before.parts) return [];
  const message = `${entity}.${name} now has ${now === 1 ? "one part" : `${now} parts`} instead of ${before.parts}: reading a row with more fails.`;
  return [{ code: "change.property-type", message, help: `Keep parts: ${before.parts}. ${orAccept}` }];
}

/** Finds a property that is now required, although rows may lack it. */
function requiredChange(subject: Subject, before: LockedProperty): Found[] {
  const { entity, name, property } = subject;
  const mayLack = before.optional || before.default;
  if (!mayLack || property.optional || property.default) return [];
  const was = before.optional ? "was optional and is required" : "lost its default";
  const message = `${entity}.${name} ${was}: reading a row that was written without it fails.`;
  return [{ code: "change.property-required", message, help: requiredHelp(subject) }];
}

function valuesChange({ entity, name, property }: Subject, before: LockedProperty): Found[] {
  const { oneOf } = property;
  const lost = before.oneOf?.filter((value) => !oneOf?.includes(value));
  if (oneOf === undefined || lost?.length === 0) return [];
  const what = lost === undefined ? "values that are not in oneOf" : lost.map((value) => `"${value}"`).join(", ");
  const message = `${entity}.${name} no longer allows ${what}: reading a row with one fails.`;
  const help = lost === undefined ? "Leave out oneOf." : `Keep in oneOf: ${what}.`;
  return [{ code: "change.property-values", message, help: `${help} ${orAccept}` }];
}

function storedChange(subject: Subject, before: LockedProperty): Found[] {
  const { entity, name, property } = subject;
  if (!before.keyOnly || property.keyOnly) return [];
  const message = `${entity}.${name} is now stored as a property: existing rows have it only in their keys, where conditions do not find it.`;
  const help = `Write: ${writeDeclaration(subject, { keyOnly: true })}. ${orAccept}`;
  return [{ code: "change.property-stored", message, help }];
}
