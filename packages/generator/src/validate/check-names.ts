import type { DiagnosticCode } from "../diagnostics/diagnostic-codes.js";
import { quote } from "../diagnostics/wording.js";
import { draftNames } from "../model/part-names.js";
import { isPropertyName, isSystemName, maxNameUnits, offendingCharacter, systemNames } from "../model/property-name.js";
import type { Found, PropertiesDraft, PropertyDraft } from "../read/entity/entity-draft.js";
import type { CheckContext } from "./check-context.js";

/** Maximum number of stored properties of an entity besides PartitionKey, RowKey and Timestamp. */
const maxProperties = 252;
const cosmosNames: ReadonlySet<string> = new Set(["id", "rid", "etag", "ResourceId"]);
/**
 * Names that no property can have. Every object inherits some of them, so an absent property would seem to be present. `await` and
 * `JSON.stringify` look up the others.
 */
const classMembers: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "toJSON", "then"]);
const allowed = "Use letters, digits and _, not starting with a digit.";
const identifier = /^[\p{ID_Start}_][\p{ID_Continue}\u200C\u200D]*$/u;

/** Checks the names of an entity's properties, each alone and all together, and that of the property that stores the kind. */
export function checkNames(context: CheckContext, properties: PropertiesDraft, kindProperty: string | false): void {
  const stored = new Map<string, PropertyDraft>();
  let nextNames = 0;
  for (const property of properties.list) {
    checkName(context, property);
    checkDuplicate(context, property, stored, kindProperty);
    if (property.options.parts !== undefined) nextNames++;
  }
  const count = stored.size - nextNames + (kindProperty === false ? 0 : 1);
  if (count > maxProperties && context.service === "storage") {
    const withKind = kindProperty === false ? "" : `, "${kindProperty}" for the kind included`;
    const message = `"${context.entity}" has ${count} stored properties${withKind}; the service allows at most ${maxProperties}.`;
    const help = "Move some into an edm.json property, or make key parts keyOnly.";
    context.report.add("property.too-many", properties.place, message, help);
  }
}

function checkName(context: CheckContext, { name, options }: PropertyDraft): void {
  const own = ownNameProblem(name.value, options.name?.value);
  if (own) reportName(context, `${context.entity}.${name.value}`, name, own);
  if (own === undefined || options.name)
    checkStoredName(context, `${context.entity}.${name.value}`, options.name ?? name);
}

/** Checks that the service accepts the name of a stored property. @param what the subject of the message, such as `Order.total` */
export function checkStoredName(context: CheckContext, what: string, name: Found<string>): void {
  const problem = storedNameProblem(name.value, context.service);
  if (problem) reportName(context, what, name, problem);
}

interface NameProblem {
  readonly code: DiagnosticCode;
  readonly reason: string;
  readonly help: string;
}

function reportName({ report }: CheckContext, what: string, { place }: Found<string>, problem: NameProblem): void {
  report.add(problem.code, place, `${quote(what)}: ${problem.reason}.`, problem.help);
}

/** Explains why a class cannot have a member of that name; `undefined` if it can. */
function ownNameProblem(name: string, storedName: string | undefined): NameProblem | undefined {
  if (classMembers.has(name)) {
    const help = `Give it another name and keep the stored one: { name: "${storedName ?? name}" }.`;
    return {
      code: "property.class-member",
      reason: `the name "${name}" would clash with a member of classes or promises`,
      help,
    };
  }
  if (storedName === undefined) return undefined;
  if (systemNames.has(name)) return systemNameProblem(name);
  const reason = `${quote(name)} is not an identifier without "$", so the class cannot have it`;
  return identifier.test(name) ? undefined : { code: "property.invalid-identifier", reason, help: allowed };
}

/** Explains why the service does not accept the name of a stored property; `undefined` if it does. */
function storedNameProblem(name: string, service: CheckContext["service"]): NameProblem | undefined {
  if (isSystemName(name)) return systemNameProblem(name);
  if (name.length > maxNameUnits) {
    const reason = `the stored name has ${name.length} UTF-16 units; the service allows at most ${maxNameUnits}`;
    return { code: "property.name-too-long", reason, help: "Shorten the name." };
  }
  if (!isPropertyName(name)) {
    const reason = `the service does not accept the property name ${quote(name)} because of ${offendingCharacter(name)}`;
    return { code: "property.invalid-name", reason, help: allowed };
  }
  if (service !== "cosmos" || !cosmosNames.has(name)) return undefined;
  const reason = `Cosmos DB for Table reserves the property name "${name}"`;
  return { code: "property.cosmos-name", reason, help: 'Store it under another name: { name: "…" }.' };
}

function systemNameProblem(name: string): NameProblem {
  const help = systemNames.has(name)
    ? "Choose another name; every entity has $timestamp, and its keys follow from partitionKey and rowKey."
    : "Choose another name.";
  return { code: "property.system-name", reason: `the name ${quote(name)} is reserved by the service`, help };
}

function checkDuplicate(
  { entity, report }: CheckContext,
  property: PropertyDraft,
  stored: Map<string, PropertyDraft>,
  kindProperty: string | false,
): void {
  if (property.options.keyOnly?.value) return;
  const { place } = property.options.name ?? property.name;
  // A value in parts also reserves the name of one more part. If a row has that property, it is read as a value with more parts.
  const { stored: own, next = [] } = draftNames(property);
  for (const value of own.concat(next)) {
    const other = stored.get(value);
    if (value === kindProperty) {
      const message = `"${entity}.${property.name.value}" would be stored as "${value}", which stores the kind.`;
      report.add("kind.property-clash", place, message, 'Store the kind elsewhere, e.g. kindProperty: "type".');
    } else if (other !== undefined && other !== property) {
      const message = `"${entity}.${property.name.value}" and "${entity}.${other.name.value}" are both stored as "${value}".`;
      report.add("property.duplicate-stored-name", place, message, "Give one of them another stored name.");
    }
    stored.set(value, property);
  }
}
