import { didYouMean } from "../../diagnostics/wording.js";
import {
  type LiteralKind,
  type OptionName,
  optionRows,
  type PropertyOption,
  propertyOptions,
} from "../../options/property-options.js";
import type { Evaluation } from "../evaluate/evaluation.js";
import { describeValue, type StaticObject, type StaticProperty, type StaticValue } from "../evaluate/static-value.js";
import type { BuilderName, CodeDraft, Found, PartsDraft, PropertyDraft, PropertyOptionsDraft } from "./entity-draft.js";

/** Descriptions of the values that an option accepts, for messages. */
const wanted: Readonly<Record<Exclude<LiteralKind, object>, string>> = {
  flag: "true or false",
  number: "a number",
  text: "a string",
  form: "one of its forms",
  values: "an array of strings",
  list: "an array of strings",
  codes: "an object of names and codes",
  parts: 'a number, or an object such as { names: "Data{n}" }',
  default: "a literal",
};

/** Values that the option `as` allows for each builder, besides the default. */
export const builderRepresentations: Readonly<Partial<Record<BuilderName, readonly string[]>>> = {
  int64: ["number", "string"],
  dateTime: ["iso", "ticks"],
};

/** Reads the options of a builder call. Reports and omits an option of the wrong type, and marks the options as partial. */
export function readOptions(
  evaluation: Evaluation,
  { options, type }: StaticProperty,
): Pick<PropertyDraft, "options" | "partial"> {
  if (options === undefined || options.kind === "unread") return { options: {}, partial: options !== undefined };
  if (options.kind !== "object") {
    const message = `edm.${type}() takes an object of options, not ${describeValue(options)}.`;
    evaluation.report.add("definition.invalid-value", options.place, message, "Write the options in braces.");
    return { options: {}, partial: true };
  }
  const found: Partial<Record<OptionName, Found<unknown>>> = {};
  const known = optionRows.flatMap(([option, { builders }]) => (builders.includes(type) ? [option] : []));
  let partial = !options.complete;
  for (const { name, namePlace, value } of options.members.values()) {
    const option = known.find((candidate) => candidate === name);
    if (option === undefined) {
      const help = didYouMean(name, known, `Its options are ${known.join(", ")}.`);
      evaluation.report.add("definition.unknown-option", namePlace, `edm.${type}() has no option "${name}".`, help);
      partial = true;
    } else if (!isUndefined(value)) {
      const read = optionValue(option, type, value);
      if (read !== undefined) found[option] = { value: read, place: value.place };
      else if (isList(option) && value.kind === "array") reportMembers(evaluation, option, value.elements);
      else if (option === "codes" && value.kind === "object") reportCodes(evaluation, type, value);
      else if (!hasUnread(value)) reportValue(evaluation, option, type, value);
      partial ||= read === undefined;
    }
  }
  return { options: withFirstName(found as PropertyOptionsDraft), partial };
}

/**
 * Adds the option `name` for a value that is split into parts with a name pattern such as `Data{n}`: the name of the first part, `Data0`.
 * Keeps a name that the definition gives.
 */
function withFirstName(options: PropertyOptionsDraft): PropertyOptionsDraft {
  const { name, parts } = options;
  if (name !== undefined || parts?.value.names === undefined) return options;
  const { names, from } = parts.value;
  return { ...options, name: { value: names.replace("{n}", String(from)), place: parts.place } };
}

/** Reads the option `parts`: `4` or `{ names: "Data{n}", from: 1, count: 10 }`; `undefined` if it is invalid. */
function readParts(value: StaticValue): PartsDraft | undefined {
  if (value.kind === "literal")
    return typeof value.value === "number" ? { count: value.value, names: undefined, from: 0 } : undefined;
  if (value.kind !== "object" || !value.complete) return undefined;
  const members = new Map([...value.members.values()].map((member) => [member.name, literalOf(member.value)]));
  const { names, from = 0, count = 15, ...others } = Object.fromEntries(members);
  const isRead = typeof names === "string" && typeof from === "number" && typeof count === "number";
  return isRead && Object.keys(others).length === 0 ? { count, names, from } : undefined;
}

function literalOf(value: StaticValue): unknown {
  return value.kind === "literal" ? value.value : null;
}

function optionValue(option: OptionName, type: BuilderName, value: StaticValue): unknown {
  const { literal: kind }: PropertyOption = propertyOptions[option];
  if (isList(option)) return readStrings(value);
  if (kind === "codes") return readCodes(type, value);
  if (kind === "default" && type === "json") return jsonText(value);
  if (kind === "parts") return readParts(value);
  if (value.kind !== "literal" || value.value === null) return undefined;
  const literal = value.value;
  if (kind === "default") return literal;
  if (kind === "form") return builderRepresentations[type]?.find((form) => form === literal);
  if (typeof kind === "object") return kind.choice.find((text) => text === literal);
  return typeof literal === javaScriptTypes[kind] ? literal : undefined;
}

const javaScriptTypes: Readonly<Record<string, string>> = { flag: "boolean", number: "number", text: "string" };

function isList(option: OptionName): boolean {
  const { literal }: PropertyOption = propertyOptions[option];
  return literal === "values" || literal === "list";
}

/** Returns whether part of an option's value could not be read, which is already reported. */
function hasUnread(value: StaticValue): boolean {
  if (value.kind === "array") return value.elements.some(hasUnread);
  if (value.kind === "object")
    return !value.complete || [...value.members.values()].some((member) => hasUnread(member.value));
  return value.kind === "unread";
}

/** Returns a constant as JSON text; `undefined` if JSON cannot represent it, or part of it could not be read. */
function jsonText(value: StaticValue): string | undefined {
  if (value.kind === "array") return listText(value.elements.map(jsonText), "[", "]");
  if (value.kind === "object" && value.complete) {
    const members = [...value.members.values()].map((member) => {
      const text = jsonText(member.value);
      return text && `${JSON.stringify(member.name)}:${text}`;
    });
    return listText(members, "{", "}");
  }
  if (value.kind !== "literal" || typeof value.value === "bigint") return undefined;
  return typeof value.value === "number" && !Number.isFinite(value.value) ? undefined : JSON.stringify(value.value);
}

function listText(texts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return texts.includes(undefined) ? undefined : `${open}${texts.join(",")}${close}`;
}

/** Returns the strings of an array; `undefined` if the value is no array or contains anything but strings. */
function readStrings(value: StaticValue): Found<string>[] | undefined {
  if (value.kind !== "array") return undefined;
  const strings: Found<string>[] = [];
  for (const element of value.elements) {
    if (element.kind !== "literal" || typeof element.value !== "string") return undefined;
    strings.push({ value: element.value, place: element.place });
  }
  return strings;
}

/** Reads the option `codes`: the names with their codes; `undefined` if it is no object or a code is not of the builder's type. */
function readCodes(type: BuilderName, value: StaticValue): CodeDraft[] | undefined {
  if (value.kind !== "object" || !value.complete) return undefined;
  const codes: CodeDraft[] = [];
  for (const { name, value: code } of value.members.values()) {
    if (code.kind !== "literal" || !isCode(type, code.value)) return undefined;
    codes.push({ name, code: { value: code.value, place: code.place } });
  }
  return codes;
}

function isCode(type: BuilderName, value: unknown): value is string | number {
  return typeof value === (type === "int32" ? "number" : "string");
}

/** Reports codes of the option `codes` that are not of the builder's type. Values that could not be read are already reported. */
function reportCodes({ report }: Evaluation, type: BuilderName, { members }: StaticObject): void {
  const expected = type === "int32" ? "a number" : "a string";
  for (const { name, value } of members.values()) {
    if (value.kind === "unread" || (value.kind === "literal" && isCode(type, value.value))) continue;
    const message = `The code of ${JSON.stringify(name)} is ${describeValue(value)}, but must be ${expected}.`;
    report.add("definition.invalid-value", value.place, message, `Write ${expected}.`);
  }
}

/** Reports the values in a list, such as that of `oneOf`, that are not strings. Values that could not be read are already reported. */
function reportMembers({ report }: Evaluation, option: OptionName, elements: readonly StaticValue[]): void {
  for (const element of elements) {
    if (element.kind === "unread" || (element.kind === "literal" && typeof element.value === "string")) continue;
    const message = `A value of "${option}" is ${describeValue(element)}, but must be a string.`;
    report.add("definition.invalid-value", element.place, message, "Write a string.");
  }
}

function reportValue({ report }: Evaluation, option: OptionName, type: BuilderName, value: StaticValue): void {
  const isJson = option === "default" && type === "json";
  const { literal: kind }: PropertyOption = propertyOptions[option];
  const listed = typeof kind === "object" ? kind.choice.map((text) => `"${text}"`).join(" or ") : wanted[kind];
  const expected = isJson ? "a constant that JSON can represent" : listed;
  const choice =
    option === "as" ? (builderRepresentations[type] ?? []).map((form) => `"${form}"`).join(", ") : undefined;
  const message = `The option "${option}" of edm.${type}() is ${describeValue(value)}, but must be ${choice ? `one of ${choice}` : expected}.`;
  const isEnum = option === "oneOf" && value.kind === "object" && value.enumName !== undefined;
  const help = isEnum ? `Write Object.values(${value.enumName})` : `Write ${choice ?? expected}`;
  report.add("definition.invalid-value", value.place, message, `${help}, or leave the option out.`);
}

function isUndefined(value: StaticValue): boolean {
  return value.kind === "literal" && value.value === undefined;
}
