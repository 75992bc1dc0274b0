import { readableTypes } from "../model/edm-types.js";
import type { Separator } from "../model/keys/separator.js";
import type { FormerIndexRows, Lock, LockedEntity, LockedIndex, LockedKeys, LockedProperty } from "./lock.js";

/** Version of the format of lock files. */
const version = 1;

/**
 * Returns the text of a lock file: sorted, with one line per property. Each object ends with a line that it always has, `table` or
 * `version`. So an added line never needs a comma on another line, and git can merge two branches that add different properties.
 */
export function lockText({ entities }: Lock): string {
  const blocks = sorted([...entities]).map(
    ([name, entity]) => `  ${JSON.stringify(`entity ${name}`)}: ${entityText(entity)}`,
  );
  return `{\n${[...blocks, `  "version": ${version}`].join(",\n")}\n}\n`;
}

function entityText(entity: LockedEntity): string {
  const { properties, indexes, formerIndexes, formerProperties, formerKeys, ...keys } = entity;
  const lines: [string, unknown][] = [
    ...Object.entries(keys),
    ...[...properties].map(([name, property]): [string, unknown] => [`property ${name}`, property]),
    ...[...indexes].map(([name, index]): [string, unknown] => [`index ${name}`, index]),
    ...[...formerIndexes].map(([name, rows]): [string, unknown] => [`former index ${name}`, rows]),
    ...[...formerProperties].map(([name, property]): [string, unknown] => [`former property ${name}`, property]),
    ...formerKeys.map((former, index): [string, unknown] => [`former keys ${index + 1}`, former]),
  ];
  const texts = sorted(lines).map(([name, value]) => `    ${JSON.stringify(name)}: ${lineText(value)}`);
  return `{\n${texts.join(",\n")}\n  }`;
}

/** Formats a value as JSON on one line, with a space after each comma and colon between its members. */
function lineText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(lineText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${lineText(member)}`);
  return `{ ${members.join(", ")} }`;
}

/**
 * Sorts the entries of a lock file by name, in UTF-16 order. Compares the numbers of former keys by value, so that the tenth comes after
 * the ninth.
 */
function sorted<Value>(values: readonly [string, Value][]): [string, Value][] {
  const keyed = values.map((value) => ({ key: sortKey(value[0]), value }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ value }) => value);
}

function sortKey(name: string): string {
  const start = "former keys ";
  return name.startsWith(start) ? start + name.slice(start.length).padStart(6, "0") : name;
}

/** Parses the text of a lock file. Throws a SyntaxError that describes the problem. */
export function parseLock(text: string): Lock {
  const file = parseJson(text);
  if (!isObject(file)) throw new SyntaxError("it is not a JSON object");
  if (file["version"] !== version)
    throw new SyntaxError(`its version is ${JSON.stringify(file["version"])}, not ${version}`);
  return { entities: new Map(parseEntities(file)) };
}

function parseEntities(file: object): [string, LockedEntity][] {
  return Object.entries(file).flatMap(([key, value]): [string, LockedEntity][] => {
    const name = nameAfter(key, "entity ");
    return name === undefined ? [] : [[name, parseEntity(key, value)]];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError("it is not valid JSON");
  }
}

function parseEntity(at: string, value: unknown): LockedEntity {
  const keys = parseKeys(at, value);
  const properties = new Map<string, LockedProperty>();
  const formerProperties = new Map<string, LockedProperty>();
  const indexes = new Map<string, LockedIndex>();
  const formerIndexes = new Map<string, FormerIndexRows>();
  const formerKeys: [number, LockedKeys][] = [];
  for (const [line, fact] of Object.entries(value as object)) {
    const starts = ["property ", "index ", "former property ", "former index ", "former keys "];
    const [current, index, former, formerIndex, order] = starts.map((start) => nameAfter(line, start));
    if (current !== undefined) properties.set(current, parseProperty(line, fact));
    if (former !== undefined) formerProperties.set(former, parseProperty(line, fact));
    if (index !== undefined) indexes.set(index, parseIndex(line, fact));
    if (formerIndex !== undefined) formerIndexes.set(formerIndex, parseFormerIndex(line, fact));
    if (order !== undefined) formerKeys.push([Number(order), parseKeys(line, fact)]);
  }
  formerKeys.sort(([a], [b]) => a - b);
  const facts = { properties, indexes, formerIndexes, formerProperties };
  return {
    ...keys,
    ...facts,
    formerKeys: formerKeys.map(([, former]) => former),
  };
}

function parseKeys(at: string, value: unknown): LockedKeys {
  if (!isObject(value)) throw new SyntaxError(`${JSON.stringify(at)} is not an object`);
  const { table, kind, kindProperty, separator, partitionKey, rowKey } = value;
  if (typeof table !== "string" || !isSeparator(separator) || !isTexts(partitionKey) || !isTexts(rowKey))
    throw new SyntaxError(`${JSON.stringify(at)} lacks its table, separator, partitionKey or rowKey`);
  const isKind = typeof kind === "string" && typeof kindProperty === "string";
  return { table, ...(isKind && { kind, kindProperty }), separator, partitionKey, rowKey };
}

function parseIndex(at: string, value: unknown): LockedIndex {
  const keys = parseKeys(at, value);
  const { unique, sparse, holds } = value as Readonly<Record<string, unknown>>;
  if (!isTexts(holds)) throw new SyntaxError(`${JSON.stringify(at)} does not state what it holds`);
  return { ...keys, ...(unique === true && { unique }), ...(sparse === true && { sparse }), holds };
}

function parseFormerIndex(at: string, value: unknown): FormerIndexRows {
  const { index, table, kind, kindProperty } = isObject(value) ? value : {};
  const facts = { index, table, kind, kindProperty };
  if (Object.values(facts).every((fact) => typeof fact === "string")) return facts as FormerIndexRows;
  throw new SyntaxError(`${JSON.stringify(at)} lacks its index, table, kind or kindProperty`);
}

function parseProperty(at: string, value: unknown): LockedProperty {
  const isValid =
    isObject(value) &&
    Object.hasOwn(readableTypes, String(value["type"])) &&
    ["oneOf", "formerly", "reads"].every((list) => value[list] === undefined || isTexts(value[list])) &&
    (value["codes"] === undefined || isCodes(value["codes"]));
  if (!isValid)
    throw new SyntaxError(`${JSON.stringify(at)} has no Edm type, or has a list that is not an array of strings`);
  return value as unknown as LockedProperty;
}

function nameAfter(line: string, start: string): string | undefined {
  return line.startsWith(start) ? line.slice(start.length) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSeparator(value: unknown): value is Separator {
  return typeof value === "string" || (isObject(value) && isTexts([value["partitionKey"], value["rowKey"]]));
}

function isCodes(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((code) => typeof code === "string" || typeof code === "number");
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
