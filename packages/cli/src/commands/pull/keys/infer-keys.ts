import type { Column, SampledRow } from "../sample/columns.js";
import { isRequired } from "../sample/columns.js";
import type { DraftPart, StoredPart } from "./draft-part.js";
import { findParts, listEncodings, writePartTexts } from "./find-parts.js";
import { findTemplate, type Template, wordTemplate } from "./find-template.js";
import { countJoins, type Joining, joinParts, listSeparators } from "./join-parts.js";

/** Templates of the keys of a kind. They give exactly the keys of every row of the kind. */
export interface DraftKeys {
  /** Text between parts: one for both keys, or one for each. */
  readonly separator: string | { readonly partitionKey: string; readonly rowKey: string };
  readonly partitionKey: readonly DraftPart[];
  readonly rowKey: readonly DraftPart[];
}

/** Facts about the keys of a kind that its rows alone do not show. */
export interface KeyHints {
  /** Constant texts that distinguish the kind from others of its table. */
  readonly starts: KeyStarts;
  /** True if keys look like those of this SDK. */
  readonly isOurs: boolean;
}

export interface KeyStarts {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Amount of detail of a draft's keys: all parts, the text of the kind and the rest of the key, or keys as stored. */
export type KeyDetail = "parts" | "start" | "raw";

/** Finds the most informative templates that give the keys of all rows. */
export function inferKeys(
  rows: readonly SampledRow[],
  columns: readonly Column[],
  { starts, isOurs }: KeyHints = { starts: { partitionKey: "", rowKey: "" }, isOurs: false },
  detail: KeyDetail = "parts",
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
  // If a value contains the text that ends it, only that key is drafted as stored, not the other one.
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

/** Joins the parts of both keys with the separators that join the most of them. Uses one separator for both keys if that joins as many. */
function joinKeys(
  templates: Templates,
  columns: readonly Column[],
  rows: readonly SampledRow[],
): DraftKeys | undefined {
  const { partitionKey, rowKey } = templates;
  const own = { partitionKey: listSeparators(partitionKey), rowKey: listSeparators(rowKey) };
  const shared = new Set([...own.rowKey, ...own.partitionKey, unusedSeparator(rows)]);
  const candidates = [...shared].map((separator) => ({
    separator,
    joins: countJoins(partitionKey, separator) + countJoins(rowKey, separator),
  }));
  candidates.sort((one, other) => other.joins - one.joins);
  for (const { separator, joins } of candidates) {
    const joining = { separator, isOwn: false };
    const parts = joinBoth(templates, joining, joining, columns);
    const most =
      Math.max(0, ...own.partitionKey.map((each) => countJoins(partitionKey, each))) +
      Math.max(0, ...own.rowKey.map((each) => countJoins(rowKey, each)));
    if (parts !== undefined && joins === most) return { separator, ...parts };
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

/** Returns keys as stored, which read any content. */
function rawKeys(rows: readonly SampledRow[]): DraftKeys {
  const whole: DraftPart = { kind: "unstored", type: "string", encoding: "raw" };
  return { separator: unusedSeparator(rows), partitionKey: [whole], rowKey: [whole] };
}

/** Separators to try in this order if no key shows one. */
const common = ["!", "|", ":", "_", ",", ";", "$", "@", "+", "=", "&", "^", "!!", "||", "::", "!|!", "|!|!"];

/** Returns a separator that no key contains. */
function unusedSeparator(rows: readonly SampledRow[]): string {
  const isUnused = (text: string) => rows.every(({ partitionKey, rowKey }) => !(partitionKey + rowKey).includes(text));
  return common.find(isUnused) ?? "!|!|!|!|";
}

/** Returns the part with the other columns that give the same text in all rows. */
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
    const same = findParts(other, texts);
    if (shards !== undefined || !isDerived) return same.some((each) => !each.isDerived) ? [other.name] : [];
    return same.some((each) => each.encoding === encoding)
      ? [`${other.name}${encoding.startsWith(".") ? "" : "."}${encoding}`]
      : [];
  });
  return equal.length === 0 ? part : { ...part, equal };
}
