import type { EntityInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";

/** Suggestion that can replace the word before the cursor. */
export interface Completion {
  readonly text: string;
  /** Explanation shown beside the text, such as the type of a property. */
  readonly note: string;
}

const operators: readonly Completion[] = [
  ...["eq", "ne", "gt", "ge", "lt", "le"].map((text) => ({ text, note: "comparison" })),
  ...["and", "or", "not"].map((text) => ({ text, note: "logical operator" })),
];

/**
 * Example of a literal in `$filter`, by Edm type.
 * @see https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
 */
const literals: Readonly<Record<string, string>> = {
  "Edm.String": "''",
  "Edm.Boolean": "true",
  "Edm.Int32": "0",
  "Edm.Int64": "0L",
  "Edm.Double": "0.0",
  "Edm.DateTime": "datetime'2026-01-01T00:00:00Z'",
  "Edm.Guid": "guid'00000000-0000-0000-0000-000000000000'",
  "Edm.Binary": "X''",
};

const maxShown = 8;

/**
 * Returns suggestions for the word in a `$filter` that ends at the cursor: names of properties, operators after a name or a literal, and
 * after a comparison operator a literal of the property's type.
 * @param properties stored names with their types, as {@link storedNames} returns them
 */
export function completeFilter(properties: readonly Completion[], text: string, cursor: number): Completion[] {
  const before = text.slice(0, cursor);
  // Suggests nothing inside quotes.
  if ((before.match(/'/g) ?? []).length % 2 === 1) return [];
  const [, word = ""] = /([\p{L}\p{N}_]*)$/u.exec(before) ?? [];
  const rest = before.slice(0, before.length - word.length).trimEnd();
  const [, compared] = /([\p{L}_][\p{L}\p{N}_]*)\s+(?:eq|ne|gt|ge|lt|le)$/u.exec(rest) ?? [];
  if (compared !== undefined) {
    const type = properties.find((property) => property.text === compared)?.note;
    const literal = type && literals[`Edm.${type}`];
    return word === "" && literal ? [{ text: literal, note: type }] : [];
  }
  const followsName = properties.some((property) => new RegExp(`(?:^|[\\s(])${property.text}$`, "u").test(rest));
  const offered = followsName || /[')\d]$/.test(rest) ? operators : [...properties, ...operators.slice(-1)];
  return offered.filter((each) => each.text !== word && each.text.startsWith(word)).slice(0, maxShown);
}

/** Replaces the word that ends at the cursor by a suggestion. Returns the new text and the new position of the cursor. */
export function applyCompletion(text: string, cursor: number, { text: chosen }: Completion): readonly [string, number] {
  const [word = ""] = /[\p{L}\p{N}_]*$/u.exec(text.slice(0, cursor)) ?? [];
  const head = text.slice(0, cursor - word.length) + chosen;
  // Puts the cursor between the quotes of a literal.
  const at = chosen.endsWith("''") ? head.length - 1 : head.length;
  return [head + text.slice(cursor), at];
}

/** Returns an example of a `$filter` with a property of the entity. */
export function exampleFilter(entity: EntityInfo | undefined): string {
  const property = entity?.properties.find(({ storedNames, isKey }) => storedNames.length > 0 && !isKey);
  const [name = "PartitionKey"] = property?.storedNames ?? [];
  return `${name} eq ${literals[property?.type ?? "Edm.String"]}`;
}

/** Returns the stored names of an entity's properties with their types; without an entity, those of rows that were read. */
export function storedNames(entity: EntityInfo | undefined, rows: readonly Row[]): Completion[] {
  const system = ["PartitionKey", "RowKey"].map((text) => ({ text, note: "String" }));
  const ofRows = new Map(rows.flatMap(({ properties }) => properties.map(([name, type]) => [name, type] as const)));
  const own =
    entity === undefined
      ? [...ofRows].map(([text, type]) => ({ text, note: type.replace("Edm.", "") }))
      : entity.properties.flatMap(({ storedNames: [text], type }) =>
          text === undefined ? [] : [{ text, note: type.replace("Edm.", "") }],
        );
  return [...own, ...system, { text: "Timestamp", note: "DateTime" }];
}
