import { quote } from "../diagnostics/quote.js";
import type { Found, PropertiesDraft, PropertyDraft } from "../model/entity-draft.js";
import type { CheckContext } from "./check-context.js";
import { isPropertyName, offendingCharacter } from "./property-name.js";

/** UTF-16 units of a property name. */
const maxNameUnits = 255;
/** Stored properties of an entity besides PartitionKey, RowKey and Timestamp. */
const maxProperties = 252;
const systemNames: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);
const cosmosNames: ReadonlySet<string> = new Set(["id", "rid", "etag", "ResourceId"]);
/** Members that every object inherits, so that none ever lacks them, and those that `await` and `JSON.stringify` look for. */
const classMembers: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "toJSON", "then"]);
const identifier = /^[\p{ID_Start}_][\p{ID_Continue}\u200C\u200D]*$/u;

/** The names of an entity's properties, one by one and together, with the property that stores the kind. */
export function checkNames(context: CheckContext, properties: PropertiesDraft, kindProperty: string | false): void {
  const stored = new Map<string, PropertyDraft>();
  for (const property of properties.list) {
    checkName(context, property);
    checkDuplicate(context, property, stored, kindProperty);
  }
  const count = stored.size + (kindProperty === false ? 0 : 1);
  if (count > maxProperties && context.service === "storage") {
    const withKind = kindProperty === false ? "" : `, "${kindProperty}" for the kind included`;
    const message = `"${context.entity}" has ${count} stored properties${withKind}; the service takes at most ${maxProperties}.`;
    const help = "Move some into an edm.json property, or make key parts keyOnly.";
    context.report.add("property.too-many", properties.place, message, help);
  }
}

function checkName(context: CheckContext, { name, options }: PropertyDraft): void {
  const what = quote(`${context.entity}.${name.value}`);
  if (classMembers.has(name.value)) {
    const message = `${what}: a class or a promise cannot have a member "${name.value}".`;
    const help = `Give it another name and keep the stored one: { name: "${options.name?.value ?? name.value}" }.`;
    context.report.add("property.class-member", name.place, message, help);
  } else if (options.name !== undefined) {
    if (systemNames.has(name.value)) reportSystemName(context, what, name);
    else if (!identifier.test(name.value)) {
      const message = `${what}: ${quote(name.value)} is not an identifier without "$", so the class cannot have it.`;
      context.report.add(
        "property.invalid-identifier",
        name.place,
        message,
        "Use letters, digits and _, not starting with a digit.",
      );
    }
  }
  if (options.name !== undefined) checkStoredName(context, what, options.name);
  else if (!classMembers.has(name.value)) checkStoredName(context, what, name);
}

/** A name under which something is stored. */
export function checkStoredName(context: CheckContext, what: string, name: Found<string>): void {
  const { report, service } = context;
  const { value, place } = name;
  if (systemNames.has(value) || value.startsWith("odata.")) reportSystemName(context, what, name);
  else if (value.length > maxNameUnits) {
    const message = `${what}: the stored name has ${value.length} UTF-16 units; the service takes at most ${maxNameUnits}.`;
    report.add("property.name-too-long", place, message, "Shorten the name.");
  } else if (!isPropertyName(value)) {
    const message = `${what}: the service refuses the property name ${quote(value)} because of ${offendingCharacter(value)}.`;
    report.add("property.invalid-name", place, message, "Use letters, digits and _, not starting with a digit.");
  } else if (service === "cosmos" && cosmosNames.has(value)) {
    const message = `${what}: Cosmos DB for Table keeps the property name "${value}" for itself.`;
    report.add("property.cosmos-name", place, message, 'Store it under another name: { name: "…" }.');
  }
}

function reportSystemName({ report }: CheckContext, what: string, { value, place }: Found<string>): void {
  const message = `${what}: the name "${value}" belongs to the service.`;
  const help = systemNames.has(value)
    ? "Choose another name; every entity has $timestamp, and its keys follow from partitionKey and rowKey."
    : "Choose another name.";
  report.add("property.system-name", place, message, help);
}

function checkDuplicate(
  { entity, report }: CheckContext,
  property: PropertyDraft,
  stored: Map<string, PropertyDraft>,
  kindProperty: string | false,
): void {
  if (property.options.keyOnly?.value) return;
  const { value, place } = property.options.name ?? property.name;
  const other = stored.get(value);
  if (value === kindProperty) {
    const message = `"${entity}.${property.name.value}" would be stored as "${value}", which stores the kind.`;
    report.add("kind.property-clash", place, message, 'Store the kind elsewhere, e.g. kindProperty: "type".');
  } else if (other !== undefined) {
    const message = `"${entity}.${property.name.value}" and "${entity}.${other.name.value}" are both stored as "${value}".`;
    report.add("property.duplicate-stored-name", place, message, "Give one of them another stored name.");
  }
  stored.set(value, property);
}
