import { readIndexKind } from "../indexes/index-kind.js";
import type { KeyStarts } from "../keys/infer-keys.js";
import { guids, isValue, isWord, shapeName } from "../keys/value-shapes.js";
import { type SampledRow, similarity } from "../sample/columns.js";
import { oddShare } from "./odd-rows.js";

/** Rows of one kind, which become one entity, with the property or words that distinguish these rows from others in the table. */
export interface KindRows {
  readonly rows: readonly SampledRow[];
  /** Name of the kind; undefined if the table has only one kind and nothing in its rows names it. */
  readonly kind: string | undefined;
  /** Stored property that contains the kind's name; `false` if only the keys show the kind. */
  readonly kindProperty: string | false;
  /** Words at the start of each key that distinguish the kind from others; an empty string for a key without such words. */
  readonly starts: KeyStarts;
}

const noStarts: KeyStarts = { partitionKey: "", rowKey: "" };

/** Names, in lower case, of properties in which programs commonly store the kind of a row. */
const kindNames: ReadonlySet<string> = new Set(
  [
    "kind",
    "type",
    "_type",
    "rowType",
    "entityType",
    "entityKind",
    "objectType",
    "recordType",
    "discriminator",
    "model",
  ].map((name) => name.toLowerCase()),
);

const maxKinds = 24;
/**
 * Minimum gain (see `Division`) of a division by keys. With less gain, the rows of a group are hardly more alike than all rows together.
 * Then the groups count as kinds only if their columns differ.
 */
const minGain = 0.2;
/** Bonus added to the gain of a division by a property whose name commonly stands for a kind (`kindNames`). */
const knownName = 0.5;

/**
 * Divides the rows of a table into kinds, each of which becomes an entity. The rows are divided by a property that names the kind, or by
 * the words or shapes of the keys.
 */
export function divideIntoKinds(rows: readonly SampledRow[]): KindRows[] {
  const [byProperty] = divisionsByProperty(rows).sort(byGain);
  const [byKey] = divisionsByKey(rows).sort(byGain);
  if (byProperty === undefined || (byKey?.gain ?? 0) > byProperty.gain) return divideByKeys(rows, "", noStarts);
  const { groups, property } = byProperty;
  return [...groups].map(([kind, members]) => ({ rows: members, kind, kindProperty: property, starts: noStarts }));
}

/** Returns all rows of a table as one kind. */
export function oneKind(rows: readonly SampledRow[]): KindRows[] {
  return [{ rows, kind: undefined, kindProperty: false, starts: noStarts }];
}

/** One possible division of a table's rows into groups, keyed by the groups' names. */
interface Division {
  readonly groups: ReadonlyMap<string, readonly SampledRow[]>;
  /** Average likeness of the rows within a group, minus the likeness of all rows together. The higher the gain, the better the division. */
  readonly gain: number;
}

function byGain(one: Division, other: Division): number {
  return other.gain - one.gain;
}

function divisionsByProperty(rows: readonly SampledRow[]): (Division & { readonly property: string })[] {
  return Object.keys(rows[0]?.properties ?? {}).flatMap((property) => {
    const groups = groupBy(rows, ({ properties }) => {
      const value = properties[property];
      return value?.type === "Edm.String" && isWord(value.value) ? value.value : undefined;
    });
    if (groups === undefined) return [];
    const isKnown = kindNames.has(property.toLowerCase());
    const entities = withoutIndexes(groups);
    if (isKnown ? !namesKinds(property, entities) : !distinguishesKinds(entities, property, rows.length)) return [];
    return { groups, property, gain: computeGain(groups, rows) + (isKnown ? knownName : 0) };
  });
}

/**
 * Returns the groups except those of index rows, which have kinds such as `user.byEmail`. Index rows may have the same columns as their
 * entity or as another index, so they do not show whether a division is good.
 */
function withoutIndexes(groups: Division["groups"]): Division["groups"] {
  return new Map([...groups].filter(([kind]) => readIndexKind(kind) === undefined));
}

/**
 * Returns whether a property whose name commonly stands for a kind (`kindNames`) does store kinds: the keys start with the property's
 * values, or the groups' columns differ.
 */
function namesKinds(property: string, groups: Division["groups"]): boolean {
  if ([...groups].every(([kind, rows]) => rows.every((row) => startsWithWord(row, kind)))) return true;
  return groups.size === 1 ? property === "kind" : differ(groups, property, 0.75);
}

/**
 * Returns whether a property with any other name stores kinds: the groups have mostly different columns. Words in the keys do not count
 * here, because most key values are also stored as properties.
 */
function distinguishesKinds(groups: Division["groups"], property: string, rows: number): boolean {
  return groups.size > 1 && groups.size * 2 <= rows && differ(groups, property, 0.25);
}

/**
 * Returns whether any two groups have at most the share `most` (from 0 to 1) of their columns in common. The dividing property itself does
 * not count.
 */
function differ(groups: Division["groups"], property: string, most: number): boolean {
  const columns = [...groups.values()].map((rows) => {
    const names = columnNames(rows);
    names.delete(property);
    return names;
  });
  return columns.every((one, index) => columns.slice(index + 1).every((other) => similarity(one, other) <= most));
}

function startsWithWord({ partitionKey, rowKey }: SampledRow, kind: string): boolean {
  return [partitionKey, rowKey].some((key) => leadingText(key)?.toLowerCase() === kind.toLowerCase());
}

/**
 * Divides rows by the words or shapes of their keys, then divides each group again. Stops when a division no longer makes the rows of a
 * group more alike.
 */
function divideByKeys(rows: readonly SampledRow[], prefix: string, starts: KeyStarts): KindRows[] {
  const [best] = divisionsByKey(rows).sort(byGain);
  if (best === undefined) return [{ rows, kind: prefix === "" ? undefined : prefix, kindProperty: false, starts }];
  const { key, isWords } = best;
  return [...best.groups].flatMap(([text, members]) => {
    const kind = prefix === "" ? text : prefix + text.charAt(0).toUpperCase() + text.slice(1);
    return divideByKeys(members, kind, isWords ? { ...starts, [key]: text } : starts);
  });
}

interface KeyDivision extends Division {
  readonly key: keyof KeyStarts;
  /** True if the groups are named after words at the start of their keys. */
  readonly isWords: boolean;
}

/**
 * Ways to group sampled rows by a key. Each function returns the name of a key's group; undefined if it does not apply to the key. The best
 * division wins; if several are equally good, the one by the first of their functions wins. If `isWords` is true, the group's name consists
 * of the words at the start of the key, such as `order` in `order-17`.
 */
const groupNames: readonly { readonly isWords: boolean; nameOf(key: string): string | undefined }[] = [
  { isWords: true, nameOf: leadingText },
  { isWords: true, nameOf: leadingWord },
  { isWords: true, nameOf: leadingWords },
  { isWords: false, nameOf: shapeName },
];

function divisionsByKey(rows: readonly SampledRow[]): KeyDivision[] {
  return groupNames.flatMap(({ isWords, nameOf }) =>
    (["partitionKey", "rowKey"] as const).flatMap((key): KeyDivision[] => {
      const groups = groupBy(rows, (row) => nameOf(row[key]));
      if (groups === undefined || groups.size < 2 || groups.size * 2 > rows.length) return [];
      if (areNumbered([...groups.keys()])) return [];
      const gain = computeGain(groups, rows);
      return gain < minGain && !differ(groups, "", 0.25) ? [] : [{ groups, gain, key, isWords }];
    }),
  );
}

/** Returns whether some words differ only in a number at the end. Such words, e.g. `p1` and `p2`, are values, not kinds. */
function areNumbered(words: readonly string[]): boolean {
  return new Set(words.map((word) => word.replace(/\d+$/, ""))).size < words.length;
}

/**
 * Calculates how much more alike the rows within each group are than all rows together, judged by the columns that they have. Deducts a
 * little for each group, because a table is more likely to have few kinds than many.
 */
function computeGain(groups: Division["groups"], rows: readonly SampledRow[]): number {
  return computeLikeness([...groups.values()], rows.length) - likeness(rows) - groups.size * 0.005;
}

/**
 * Returns the word at the start of a key, up to the first character other than a letter, a digit or `_`; undefined if the key does not
 * start with a word.
 */
function leadingText(key: string): string | undefined {
  const text = /^[\p{L}\p{Nd}_]*/u.exec(key)?.[0] ?? "";
  return isWord(text) ? text : undefined;
}

/** Returns the letters at the start of a key, up to any separator, including `_`: `order` for `order_7`; undefined if there are none. */
function leadingWord(key: string): string | undefined {
  return isValue(key) ? undefined : /^\p{L}+(?=[^\p{L}\p{Nd}]|$)/u.exec(key)?.[0];
}

/**
 * Returns the words at the start of a key with the separators between them: `SS-SE` for `SS-SE-0001`, `SS-HEAD` for `SS-HEAD`; undefined if
 * there are none.
 */
function leadingWords(key: string): string | undefined {
  const [words = ""] = /^\p{L}{2,}(?:[^\p{L}\p{Nd}]\p{L}+)*(?=[^\p{L}\p{Nd}]|$)/u.exec(key.replace(guids, "0")) ?? [];
  return words === "" ? undefined : words;
}

/**
 * Groups rows by a text. Returns undefined if there are too many groups, or if more than 2% of the rows have no such text. Up to 2% of rows
 * without the text are added to the largest group, from which they are later removed as odd rows.
 * @param textOf returns the text that names a row's group; undefined if the row has none
 */
function groupBy(
  rows: readonly SampledRow[],
  textOf: (row: SampledRow) => string | undefined,
): Map<string, SampledRow[]> | undefined {
  const groups = new Map<string, SampledRow[]>();
  const others: SampledRow[] = [];
  for (const row of rows) {
    const text = textOf(row);
    const group = text === undefined ? others : groups.get(text);
    if (group !== undefined) group.push(row);
    else if (groups.size === maxKinds) return undefined;
    else groups.set(text ?? "", [row]);
    if (others.length > rows.length * oddShare) return undefined;
  }
  const [largest] = [...groups.values()].sort((one, other) => other.length - one.length);
  largest?.push(...others);
  return largest === undefined ? undefined : groups;
}

/** Returns how alike rows are in their columns, from 0 to 1: the share that one row has, on average, of the columns of all these rows. */
function likeness(rows: readonly SampledRow[]): number {
  const all = columnNames(rows).size;
  if (all === 0) return 1;
  return rows.reduce((sum, { properties }) => sum + Object.keys(properties).length / all, 0) / rows.length;
}

function computeLikeness(groups: readonly (readonly SampledRow[])[], total: number): number {
  return groups.reduce((sum, rows) => sum + (likeness(rows) * rows.length) / total, 0);
}

function columnNames(rows: readonly SampledRow[]): Set<string> {
  return new Set(rows.flatMap(({ properties }) => Object.keys(properties)));
}
