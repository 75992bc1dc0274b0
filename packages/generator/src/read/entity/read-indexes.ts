import { didYouMean } from "../../diagnostics/wording.js";
import type { Evaluation } from "../evaluate/evaluation.js";
import { describeValue, type StaticMember, type StaticObject, type StaticValue } from "../evaluate/static-value.js";
import type { Found, IndexDraft } from "./entity-draft.js";
import { readKey } from "./read-key.js";

const known = ["table", "partitionKey", "rowKey", "unique", "include"];
const example = '{ byEmail: { rowKey: (k) => ["email", k.email] } }';

/** Reads the option `indexes` of an entity: one draft for each index that can be read, in declared order. */
export function readIndexes(evaluation: Evaluation, value: StaticValue): IndexDraft[] {
  if (value.kind === "unread") return [];
  if (value.kind === "object") {
    return [...value.members.values()].flatMap((member) => readIndex(evaluation, member) ?? []);
  }
  const message = `indexes is ${describeValue(value)}, not an object.`;
  evaluation.report.add("definition.invalid-value", value.place, message, `Write ${example}.`);
  return [];
}

function readIndex(evaluation: Evaluation, member: StaticMember): IndexDraft | undefined {
  const { name, namePlace, value, doc } = member;
  if (value.kind === "unread") return undefined;
  if (value.kind !== "object") {
    const message = `The index "${name}" is ${describeValue(value)}, not an object.`;
    evaluation.report.add("definition.invalid-value", value.place, message, `Write ${example}.`);
    return undefined;
  }
  const isKnown = checkOptions(evaluation, member, value);
  const optionOf = (option: string) => {
    const found = value.members.get(option)?.value;
    return found?.kind === "literal" && found.value === undefined ? undefined : found;
  };
  const keyOf = (option: string) => {
    const found = optionOf(option);
    return found && readKey(evaluation, option, found);
  };
  const table = readLiteral(evaluation, member, "table", optionOf("table"), isString, "a string");
  const unique = readLiteral(evaluation, member, "unique", optionOf("unique"), isUnique, 'true, false or "global"');
  const include = readInclude(evaluation, member, optionOf("include"));
  return {
    name: { value: name, place: namePlace },
    doc,
    table,
    partitionKey: keyOf("partitionKey"),
    rowKey: keyOf("rowKey"),
    unique,
    include,
    partial:
      !isKnown || !value.complete || [...value.members.values()].some((option) => option.value.kind === "unread"),
  };
}

/** Reports unknown options of an index, and a missing `rowKey`. Returns whether all options are known. */
function checkOptions({ report }: Evaluation, { name, namePlace }: StaticMember, value: StaticObject): boolean {
  const unknown = [...value.members.values()].filter((option) => !known.includes(option.name));
  for (const option of unknown) {
    const help = didYouMean(option.name, known, `Its options are ${known.join(", ")}.`);
    report.add(
      "definition.unknown-option",
      option.namePlace,
      `The index "${name}" has no option "${option.name}".`,
      help,
    );
  }
  if (!value.members.has("rowKey") && value.complete && unknown.length === 0) {
    const message = `The index "${name}" has no rowKey.`;
    report.add("definition.missing-option", namePlace, message, "Add rowKey to the index.");
  }
  return unknown.length === 0;
}

function readInclude(
  evaluation: Evaluation,
  member: StaticMember,
  value: StaticValue | undefined,
): IndexDraft["include"] {
  if (value === undefined || value.kind === "unread") return undefined;
  const { place } = value;
  if (value.kind === "literal" && value.value === "all") return { value: "all", place };
  const elements = value.kind === "array" ? value.elements : [undefined];
  const names = elements.flatMap((element) => {
    const isName = element?.kind === "literal" && typeof element.value === "string";
    return isName ? { value: String(element.value), place: element.place } : [];
  });
  if (names.length === elements.length) return { value: names, place };
  if (!elements.some((element) => element?.kind === "unread")) {
    reportValue(evaluation, member, "include", value, 'names of properties, or "all"');
  }
  return undefined;
}

function readLiteral<Value>(
  evaluation: Evaluation,
  member: StaticMember,
  option: string,
  value: StaticValue | undefined,
  accepts: (value: unknown) => value is Value,
  wanted: string,
): Found<Value> | undefined {
  if (value === undefined || value.kind === "unread") return undefined;
  if (value.kind === "literal" && accepts(value.value)) return { value: value.value, place: value.place };
  reportValue(evaluation, member, option, value, wanted);
  return undefined;
}

function reportValue(
  { report }: Evaluation,
  { name }: StaticMember,
  option: string,
  value: StaticValue,
  wanted: string,
): void {
  const message = `The option "${option}" of the index "${name}" is ${describeValue(value)}, but must be ${wanted}.`;
  report.add("definition.invalid-value", value.place, message, `Write ${wanted}.`);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isUnique(value: unknown): value is boolean | "global" {
  return typeof value === "boolean" || value === "global";
}
