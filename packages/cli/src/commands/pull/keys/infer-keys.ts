import type { Column, SampledRow } from "../sample/columns.js";
import { isRequired } from "../sample/columns.js";
import type { DraftPart, StoredPart } from "./draft-part.js";
import { findTellingParts } from "./find-telling-parts.js";
import { findTemplate, type Template, wordTemplate } from "./find-template.js";
import { countJoins, type Joining, joinParts, listSeparators } from "./join-parts.js";
import { listEncodings, writePartTexts } from "./list-encodings.js";

/** Inferred key templates of one kind of rows. Filled with the values of a row, the templates result in exactly the keys of that row. */
export interface DraftKeys {
  /** Text between the parts of a key: one for both keys, or a different one for each. */
  readonly separator: string | { readonly partitionKey: string; readonly rowKey: string };
  readonly partitionKey: readonly DraftPart[];
  readonly rowKey: readonly DraftPart[];
}

/** Information about the keys of one kind that only a comparison with other rows of the table gives. */
export interface KeyHints {
  /** Constant texts at the start of the keys that distinguish this kind of rows from other kinds in the table. */
  readonly starts: KeyStarts;
  /** True if the keys look like keys that this SDK writes. */
  readonly isOurs: boolean;
}

export interface KeyStarts {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/**
 * Level of detail of drafted keys: `parts` divides them as far as possible, `start` only into a first word and the rest, `raw` not at
 * all.
 */
export type KeyDetail = "parts" | "start" | "raw";

/** Infers the most informative key templates from which the keys of all rows can be built. */
export function inferKeys(
  rows: readonly SampledRow[],
  columns: readonly Column[],
  { starts, isOurs }: KeyHints,
  detail: KeyDetail,
): DraftKeys {
  const required = columns.filter((column) => column.types.length === 1 && isRequired(column));
  const partitionKeys = rows.map(({ partitionKey }) => partitionKey);
  const rowKeys = rows.map(({ rowKey }) => rowKey);
  if (detail === "raw") return rawKeys(rows);
  const templateOf = (keys: readonly string[], start: string, widths: readonly number[]) =>
    detail === "start" ? wordTemplate(keys, start) : findTemplate(keys, { columns: required, start, isOurs, widths });
  const rowKey = templateOf(rowKeys, starts.rowKey, []);
  const partitionKey = templateOf(partitionKeys, starts.partitionKey, widthsOf(rowKey));
  const plain = {
    partitionKey: wordTemplate(partitionKeys, starts.partitionKey),
    rowKey: wordTemplate(rowKeys, starts.rowKey),
  };
  // A template fails if a value contains the separator that should end the value. Then the simple template is used: first only for the
  // RowKey, then only for the PartitionKey, and at last for both.
  const choices = [{ partitionKey, rowKey }, { ...plain, partitionKey }, { ...plain, rowKey }, plain];
  for (const templates of choices) {
    const joined = joinKeys(templates, required, rows);
    if (joined !== undefined) return withEqualColumns(joined, templates, required);
  }
  return rawKeys(rows);
}

function withEqualColumns(keys: DraftKeys, templates: Templates, columns: readonly Column[]): DraftKeys {
  const marked = (key: keyof Templates) =>
    keys[key].map((part) => (part.kind === "stored" ? withEqual(part, templates[key], columns) : part));
  return { ...keys, partitionKey: marked("partitionKey"), rowKey: marked("rowKey") };
}

function widthsOf(template: Template): number[] {
  return template.flatMap((piece) =>
    typeof piece === "object" && "width" in piece.part ? (piece.part.width ?? []) : [],
  );
}

interface Templates {
  readonly partitionKey: Template;
  readonly rowKey: Template;
}

/**
 * Chooses separators and joins the parts of both keys with them. Uses one separator for both keys if it joins as many parts as two
 * separators would. Returns undefined if every choice fails because some value contains the text that should end it.
 */
function joinKeys(
  templates: Templates,
  columns: readonly Column[],
  rows: readonly SampledRow[],
): DraftKeys | undefined {
  const { partitionKey, rowKey } = templates;
  const own = { partitionKey: listSeparators(partitionKey), rowKey: listSeparators(rowKey) };
  const shared = new Set([...own.rowKey, ...own.partitionKey, unusedSeparator(rows)]);
  const most =
    Math.max(0, ...own.partitionKey.map((each) => countJoins(partitionKey, each))) +
    Math.max(0, ...own.rowKey.map((each) => countJoins(rowKey, each)));
  for (const separator of shared) {
    if (countJoins(partitionKey, separator) + countJoins(rowKey, separator) !== most) continue;
    const joining = { separator, isOwn: false };
    const parts = joinBoth(templates, joining, joining, columns);
    if (parts !== undefined) return { separator, ...parts };
  }
  for (const one of [...own.partitionKey, ""]) {
    for (const other of [...own.rowKey, ""]) {
      const parts = joinBoth(templates, { separator: one, isOwn: true }, { separator: other, isOwn: true }, columns);
      const separator = one === "" && other === "" ? "" : { partitionKey: one, rowKey: other };
      if (parts !== undefined) return { separator, ...parts };
    }
  }
  return undefined;
}

function joinBoth(
  templates: Templates,
  partition: Joining,
  row: Joining,
  columns: readonly Column[],
): Pick<DraftKeys, "partitionKey" | "rowKey"> | undefined {
  const rowKey = joinParts(templates.rowKey, row, columns);
  const partitionKey = rowKey && joinParts(templates.partitionKey, partition, columns);
  return rowKey && partitionKey && { partitionKey, rowKey };
}

/** Returns templates in which each key is one value; they match any keys. */
function rawKeys(rows: readonly SampledRow[]): DraftKeys {
  const whole: DraftPart = { kind: "unstored", type: "string", encoding: "raw" };
  return { separator: unusedSeparator(rows), partitionKey: [whole], rowKey: [whole] };
}

/** Separators to try, in this order, if no key shows one. */
const common = ["!", "|", ":", "_", ",", ";", "$", "@", "+", "=", "&", "^", "!!", "||", "::", "!|!", "|!|!"];

/** Returns a separator that occurs in no key. */
function unusedSeparator(rows: readonly SampledRow[]): string {
  const isUnused = (text: string) => rows.every(({ partitionKey, rowKey }) => !(partitionKey + rowKey).includes(text));
  return common.find(isUnused) ?? "!|!|!|!|";
}

/** Sets `equal` to the other columns that would result in the same text in all rows. Returns the part unchanged if there are none. */
function withEqual(part: StoredPart, template: Template, columns: readonly Column[]): StoredPart {
  const { column: name, encoding, isDerived, shards } = part;
  const column = columns.find((each) => each.name === name);
  const value = template.find(
    (piece) => typeof piece === "object" && piece.part.kind === "stored" && piece.part.column === name,
  );
  if (column === undefined || typeof value !== "object") return part;
  const way = listEncodings(column).find((each) => each.encoding === encoding);
  const isSharded = shards !== undefined && way !== undefined;
  const texts = isSharded ? writePartTexts(column, way, part.width ?? 0).map((text) => text ?? "") : value.texts;
  const equal = columns.flatMap((other) => {
    if (other === column) return [];
    const same = findTellingParts(other, texts);
    if (shards !== undefined || !isDerived) return same.some((each) => !each.isDerived) ? [other.name] : [];
    return same.some((each) => each.encoding === encoding)
      ? [`${other.name}${encoding.startsWith(".") ? "" : "."}${encoding}`]
      : [];
  });
  return equal.length === 0 ? part : { ...part, equal };
}
