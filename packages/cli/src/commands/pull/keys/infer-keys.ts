import type { Column, SampledRow } from "../sample/columns.js";
import { isRequired } from "../sample/columns.js";
import { type DraftPart, isReversible, matchingParts, matchingShards, type StoredPart, withEqual } from "./key-part.js";
import { findSeparators } from "./separators.js";
import { isWord, unstoredPart } from "./unstored-part.js";

/** Templates of the keys of a kind. Every row of the kind has exactly the keys that they make. */
export interface DraftKeys {
  readonly separator: string;
  readonly partitionKey: readonly DraftPart[];
  readonly rowKey: readonly DraftPart[];
}

/**
 * Finds the templates that make the keys of all rows, and chooses the most informative ones. A part that a column makes is worth more
 * than a literal, and a text that no column holds counts against splitting the key.
 */
export function inferKeys(rows: readonly SampledRow[], columns: readonly Column[]): DraftKeys {
  const required = columns.filter((column) => column.types.length === 1 && isRequired(column));
  const partitionKeys = rows.map(({ partitionKey }) => partitionKey);
  const rowKeys = rows.map(({ rowKey }) => rowKey);
  let best: DraftKeys | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const separator of findSeparators(rows, required)) {
    const rowKey = inferKey(rowKeys, required, separator, []);
    const partitionKey = rowKey && inferKey(partitionKeys, required, separator, widthsOf(rowKey));
    if (rowKey === undefined || partitionKey === undefined) continue;
    const keys = { separator, partitionKey, rowKey };
    if (separator.startsWith("-") && holdsHyphens(keys)) continue;
    if (cutsValues([...partitionKeys, ...rowKeys], separator)) continue;
    const score = scoreOf(partitionKey, separator) + scoreOf(rowKey, separator);
    if (score > bestScore) [best, bestScore] = [keys, score];
  }
  if (best === undefined) return rawKeys(rows);
  const { separator } = best;
  const marked = (parts: readonly DraftPart[]) =>
    parts.map((part) => (part.kind === "stored" ? withEqual(part, required, separator) : part));
  return { separator, partitionKey: marked(best.partitionKey), rowKey: marked(best.rowKey) };
}

/** Returns keys as stored, which read any content. */
export function rawKeys(rows: readonly SampledRow[]): DraftKeys {
  const whole: DraftPart = { kind: "unstored", type: "string", encoding: "raw" };
  const separator = findSeparators(rows, []).at(-1) ?? "!";
  return { separator, partitionKey: [whole], rowKey: [whole] };
}

/** Returns the parts of one key; undefined if rows have different numbers of parts. */
function inferKey(
  keys: readonly string[],
  columns: readonly Column[],
  separator: string,
  widths: readonly number[],
): DraftPart[] | undefined {
  const split = keys.map((key) => key.split(separator));
  const count = split[0]?.length ?? 1;
  if (split.some(({ length }) => length !== count)) return undefined;
  const used = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const texts = split.map((parts) => parts[index] ?? "");
    const found =
      storedPart(texts, columns, separator, used, widths) ?? templateIn(texts, columns, separator, used, widths);
    const parts = found === undefined ? [unstoredPart(texts, separator)] : [found].flat();
    for (const part of parts) if (part.kind === "stored" && isReversible(part)) used.add(part.column);
    return parts;
  }).flat();
}

/** Finds a literal that touches the text that a column makes: `w` of `w29384756`. */
function templateIn(
  texts: readonly string[],
  columns: readonly Column[],
  separator: string,
  used: ReadonlySet<string>,
  widths: readonly number[],
): DraftPart[] | undefined {
  // A text that all rows have in common is a literal.
  if (texts.every((text) => text === texts[0])) return undefined;
  const start = commonStart(texts);
  for (let length = start.length; length > 0; length--) {
    const text = start.slice(0, length);
    // Digits at the end of a common start rather belong to the values.
    if (/[0-9~]$/.test(text)) continue;
    const rest = texts.map((each) => each.slice(length));
    const part = storedPart(rest, columns, separator, used, widths);
    if (part !== undefined && part.shards === undefined)
      return [
        { kind: "literal", text },
        { ...part, touches: true },
      ];
  }
  return undefined;
}

const maxStart = 40;

function commonStart([first = "", ...others]: readonly string[]): string {
  let length = Math.min(first.length, maxStart);
  while (others.some((text) => !text.startsWith(first.slice(0, length)))) length--;
  return first.slice(0, length);
}

/** Finds the part that a column makes. Prefers a part that determines the column's value and a column that is not in the key yet. */
function storedPart(
  texts: readonly string[],
  columns: readonly Column[],
  separator: string,
  used: ReadonlySet<string>,
  widths: readonly number[],
): StoredPart | undefined {
  // Short texts of one row, or of equal rows, prove nothing.
  const isTelling = (texts[0]?.length ?? 0) > 1 || texts.some((text) => text !== texts[0]);
  if (!isTelling) return undefined;
  const found = columns
    .flatMap((column) => matchingParts(column, texts, separator))
    .filter((part) => !(used.has(part.column) && isReversible(part)));
  const [best] = found.sort((one, other) => Number(isReversible(other)) - Number(isReversible(one)));
  if (best !== undefined) return best;
  for (const column of columns) {
    const shards = matchingShards(column, texts, separator, widths);
    if (shards !== undefined) return shards;
  }
  return undefined;
}

function widthsOf(parts: readonly DraftPart[]): number[] {
  return parts.flatMap((part) => ("width" in part && part.width !== undefined ? [part.width] : []));
}

/** Returns whether a part can contain hyphens, as guids and time intervals do. */
function holdsHyphens({ partitionKey, rowKey }: DraftKeys): boolean {
  return [...partitionKey, ...rowKey].some(
    (part) => part.kind !== "literal" && /^(?:guid|month|day|hour)$/.test(part.encoding),
  );
}

/** Guid, or date with or without a time, which a separator must not take apart. */
const wholeValue =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d(?:-\d\d)?(?:T\d\d(?::\d\d){1,2}(?:\.\d+)?Z?)?)(?![0-9a-z])/gi;

/** Returns whether a separator stands within a guid or a date of a key. */
function cutsValues(keys: readonly string[], separator: string): boolean {
  if (!/[-:.]/.test(separator)) return false;
  return keys.some((key) => (key.match(wholeValue) ?? []).some((value) => value.includes(separator)));
}

function scoreOf(parts: readonly DraftPart[], separator: string): number {
  return parts.reduce((sum, part) => sum + worthOf(part, parts.length > 1, separator), 0);
}

/**
 * Returns the worth of a part for its template. A value that no column holds counts against splitting the key. If the separator is not
 * the default one, a literal is worth little, because the literal and the separator may be one text.
 */
function worthOf(part: DraftPart, isTakenApart: boolean, separator: string): number {
  if (part.kind === "stored") return (isReversible(part) ? 4 : 3) - (part.touches ? 2 : 0);
  if (!isTakenApart) return part.kind === "unstored" && part.type === "string" ? 0 : 1;
  if (part.kind === "unstored") return part.type === "string" ? -2 : part.encoding === "pad" ? -0.5 : 1;
  if (part.text === "") return -1;
  return !isWord(part.text) ? 0 : separator === "!" ? 2 : 0.25;
}
