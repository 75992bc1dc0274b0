import { TableError } from "@tablewright/runtime";
import type { EdmName } from "../contract/rows.js";
import type { AnySchema } from "../project/studio-project.js";

type Kind = "a text" | "a number" | "true or false" | "a time" | "a GUID" | "bytes";

/** Kind of the literals that a property of a type can be compared with. Numbers of all types can be compared with each other. */
const kinds: Readonly<Record<EdmName, Kind>> = {
  "Edm.String": "a text",
  "Edm.Boolean": "true or false",
  "Edm.Int32": "a number",
  "Edm.Int64": "a number",
  "Edm.Double": "a number",
  "Edm.DateTime": "a time",
  "Edm.Guid": "a GUID",
  "Edm.Binary": "bytes",
};

/** Tokens of a `$filter`. A literal has the group of its kind. */
const token =
  /\s*(?:(?<bytes>(?:X|binary)'[^']*')|(?<time>datetime'[^']*')|(?<guid>guid'[^']*')|(?<text>'(?:[^']|'')*')|(?<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[LlDdFfMm]?\b|-?(?:Infinity|INF)\b|NaN\b)|(?<logical>(?:true|false)\b)|(?<operator>(?:eq|ne|gt|ge|lt|le)\b)|(?<word>(?:and|or|not)\b)|(?<bracket>[()])|(?<name>[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}]*)|(?<end>$)|(?<other>\S+))/uy;

const kindOfGroup: Readonly<Record<string, Kind>> = {
  bytes: "bytes",
  time: "a time",
  guid: "a GUID",
  text: "a text",
  number: "a number",
  logical: "true or false",
};

/** Token of a `$filter`, with the group of its kind, such as `name`, `operator` or `text`. */
export interface FilterToken {
  readonly group: string;
  readonly text: string;
}

/**
 * Checks a `$filter` that a user typed, before it is sent: its grammar, and for an entity also names and types, because the service compares
 * a property that no row stores, or with a literal of another type, without an error.
 * @param schema definition of the entity; undefined for rows of any kind
 * @throws TableError `query.malformed-odata`, `query.unknown-property`, `value.wrong-type`
 */
export function checkFilter(schema: AnySchema | undefined, filter: string): void {
  const tokens = tokensOf(filter);
  const types = schema && storedTypes(schema);
  let at = 0;
  disjunction();
  if (peek().group !== "end") throw unexpected("and, or");

  function peek(): FilterToken {
    return tokens[at] as FilterToken;
  }

  function take(text: string): boolean {
    if (peek().text !== text || !["word", "bracket"].includes(peek().group)) return false;
    at += 1;
    return true;
  }

  function disjunction(): void {
    do condition();
    while (take("and") || take("or"));
  }

  function condition(): void {
    if (take("not")) condition();
    else if (take("(")) {
      disjunction();
      if (!take(")")) throw unexpected("a closing parenthesis");
    } else comparison();
  }

  function comparison(): void {
    const left = operand();
    if (peek().group !== "operator") {
      if (typeOf(left) === "Edm.Boolean" || kindOfGroup[left.group] === "true or false" || types === undefined) return;
      throw unexpected("eq, ne, gt, ge, lt, le");
    }
    at += 1;
    const right = operand();
    for (const [name, literal] of [
      [left, right],
      [right, left],
    ] as const) {
      const type = typeOf(name);
      const kind = kindOfGroup[literal.group];
      if (type === undefined || kind === undefined || kinds[type] === kind) continue;
      const problem = `$filter: ${name.text} is ${type}, which is compared with ${kinds[type]}, not with ${literal.text}`;
      throw new TableError("value.wrong-type", problem);
    }
  }

  function operand(): FilterToken {
    const found = peek();
    if (found.group !== "name" && kindOfGroup[found.group] === undefined) throw unexpected("a property or a literal");
    at += 1;
    return found;
  }

  function typeOf({ group, text }: FilterToken): EdmName | undefined {
    if (group !== "name" || types === undefined || schema === undefined) return undefined;
    const type = types.get(text);
    if (type !== undefined) return type;
    const names = [...types.keys()].join(", ");
    const problem = `$filter: rows of ${schema.name} store no property ${JSON.stringify(text)}. They store ${names}.`;
    throw new TableError("query.unknown-property", problem, { entity: schema.name, property: text });
  }

  function unexpected(expected: string): TableError {
    const { group, text } = peek();
    const found = group === "end" ? "ends" : `has ${JSON.stringify(text)}`;
    const problem = `$filter: ${JSON.stringify(filter)} ${found} where it needs ${expected}.`;
    return new TableError("query.malformed-odata", problem);
  }
}

/** Splits a `$filter` into tokens, the last of which has the group `end`. */
export function tokensOf(filter: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  token.lastIndex = 0;
  for (;;) {
    const match = token.exec(filter);
    const [group = "end"] = Object.entries(match?.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    tokens.push({ group, text: match?.groups?.[group] ?? "" });
    if (group === "end") return tokens;
  }
}

/** Returns the Edm types of all properties that rows of an entity store, by their stored names. */
function storedTypes(schema: AnySchema): ReadonlyMap<string, EdmName> {
  const own = Object.values(schema.properties).flatMap(({ keyOnly, parts, readNames, type }) =>
    keyOnly ? [] : (parts?.names ?? readNames).map((name) => [name, type.edm as EdmName] as const),
  );
  const { kindProperty } = schema;
  return new Map<string, EdmName>([
    ...own,
    ...(kindProperty !== undefined ? [[kindProperty, "Edm.String"] as const] : []),
    ["PartitionKey", "Edm.String"],
    ["RowKey", "Edm.String"],
    ["Timestamp", "Edm.DateTime"],
  ]);
}
