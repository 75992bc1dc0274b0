import { didYouMean } from "../../diagnostics/wording.js";
import type { Evaluation } from "../evaluate/evaluation.js";
import { describeValue, type StaticObject, type StaticValue } from "../evaluate/static-value.js";
import type { Found, MarkerDraft } from "./entity-draft.js";

const known = ["property", "facts", "exclusive", "deletes"];
const example = '{ property: "_w", facts: 32 }';

/**
 * Reads the option `marker` of an entity (the property that records its writes): a property name, or an object of options. Returns `unread`
 * if it is invalid or could not be evaluated; the error is then already reported.
 */
export function readMarker(evaluation: Evaluation, value: StaticValue | undefined): MarkerDraft | "unread" | undefined {
  if (value === undefined) return undefined;
  if (value.kind === "unread") return "unread";
  if (value.kind === "literal" && typeof value.value === "string") {
    const property = { value: value.value, place: value.place };
    return { property, facts: undefined, exclusive: false, deletes: undefined };
  }
  if (value.kind === "object") return readObject(evaluation, value);
  const message = `marker is ${describeValue(value)}, not the name of a property.`;
  evaluation.report.add("definition.invalid-value", value.place, message, `Write marker: "_w", or ${example}.`);
  return "unread";
}

function readObject({ report }: Evaluation, { members, complete, place }: StaticObject): MarkerDraft | "unread" {
  let isRead = complete;
  for (const { name, namePlace, value } of members.values()) {
    isRead &&= value.kind !== "unread";
    if (known.includes(name)) continue;
    isRead = false;
    const help = didYouMean(name, known, `Its options are ${known.join(", ")}.`);
    report.add("definition.unknown-option", namePlace, `marker has no option "${name}".`, help);
  }
  const literal = <Value>(name: string, accepts: (value: unknown) => value is Value, wanted: string) => {
    const value = members.get(name)?.value;
    if (value === undefined || value.kind === "unread") return undefined;
    if (value.kind === "literal" && value.value === undefined) return undefined;
    if (value.kind === "literal" && accepts(value.value)) return { value: value.value, place: value.place };
    isRead = false;
    const message = `The option "${name}" of marker is ${describeValue(value)}, but must be ${wanted}.`;
    report.add("definition.invalid-value", value.place, message, `Write ${wanted}.`);
    return undefined;
  };
  const property: Found<string> | undefined = literal("property", isString, "a string");
  const facts = literal("facts", isNumber, "a whole number from 1 to 4000");
  const exclusive = literal("exclusive", isBoolean, "true or false");
  const deletes = literal("deletes", isNever, '"never"');
  if (isRead && property === undefined) {
    report.add("definition.missing-option", place, "marker has no property.", `Write ${example}.`);
    return "unread";
  }
  if (!isRead || property === undefined) return "unread";
  return { property, facts, exclusive: exclusive?.value ?? false, deletes: deletes?.value };
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

function isNever(value: unknown): value is "never" {
  return value === "never";
}
