import { readIndexKind } from "../indexes/index-kind.js";
import { isWord } from "../keys/unstored-part.js";
import { type SampledRow, similarity } from "../sample/columns.js";

/** Rows of one kind, and how they are told from others of their table. */
export interface KindRows {
  readonly rows: readonly SampledRow[];
  /** Undefined where the table has one kind, which nothing names. */
  readonly kind: string | undefined;
  /** The stored property that holds the kind; `false` where the keys alone tell it. */
  readonly kindProperty: string | false;
}

/** Names under which programs store what a row is. */
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
/** How much more alike the rows of each group must be than all rows are, for groups to be kinds. */
const minGain = 0.2;
/** What the name of a property is worth, against how alike rows are. */
const knownName = 0.5;

/** Divides the rows of a table into kinds: by a property that names the kind, or by what their keys start with. */
export function divideIntoKinds(rows: readonly SampledRow[]): KindRows[] {
  const [byProperty] = divisionsByProperty(rows).sort(byGain);
  const [byKey] = divisionsByKey(rows).sort(byGain);
  if (byProperty === undefined || (byKey?.gain ?? 0) > byProperty.gain) return divideByKeys(rows, "");
  const { groups, property } = byProperty;
  return [...groups].map(([kind, members]) => ({ rows: members, kind, kindProperty: property }));
}

/** All rows as one kind. */
export function oneKind(rows: readonly SampledRow[]): KindRows[] {
  return [{ rows, kind: undefined, kindProperty: false }];
}

/** A way to tell rows apart. */
interface Division {
  readonly groups: ReadonlyMap<string, readonly SampledRow[]>;
  /** How much more alike the rows of each group are than all rows. */
  readonly gain: number;
}

function byGain(one: Division, other: Division): number {
  return other.gain - one.gain;
}

function divisionsByProperty(rows: readonly SampledRow[]): (Division & { readonly property: string })[] {
  return Object.keys(rows[0]?.properties ?? {}).flatMap((property) => {
    const groups = groupBy(rows, ({ properties }) => {
      const value = properties[property];
      return value?.type === "Edm.String" && value.value.length <= 64 && isWord(value.value) ? value.value : undefined;
    });
    if (groups === undefined) return [];
    const isKnown = kindNames.has(property.toLowerCase());
    const entities = withoutIndexes(groups);
    if (isKnown ? !namesKinds(property, entities) : !tellsKinds(entities, property, rows.length)) return [];
    return { groups, property, gain: gainOf(groups, rows) + (isKnown ? knownName : 0) };
  });
}

/** Rows of an index may have the columns of its entities, or of another index: a kind such as `user.byEmail` says what they are. */
function withoutIndexes(groups: Division["groups"]): Division["groups"] {
  return new Map([...groups].filter(([kind]) => readIndexKind(kind) === undefined));
}

/** Whether a property whose name speaks for it names kinds: their keys start with it, or their columns differ. */
function namesKinds(property: string, groups: Division["groups"]): boolean {
  if ([...groups].every(([kind, rows]) => rows.every((row) => startsWithWord(row, kind)))) return true;
  return groups.size === 1 ? property === "kind" : differ(groups, property, 0.75);
}

/** Whether any other property does. Its values in keys are no evidence: most parts of keys are stored as properties too. */
function tellsKinds(groups: Division["groups"], property: string, rows: number): boolean {
  return groups.size > 1 && groups.size * 2 <= rows && differ(groups, property, 0.25);
}

/** Whether no two groups have more of their other columns in common than that. */
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

/** What keys start with tells kinds where it is a word, and the rows of each are more alike than all rows are. */
function divideByKeys(rows: readonly SampledRow[], prefix: string): KindRows[] {
  const [best] = divisionsByKey(rows).sort(byGain);
  if (best === undefined) return [{ rows, kind: prefix === "" ? undefined : prefix, kindProperty: false }];
  return [...best.groups].flatMap(([text, members]) =>
    divideByKeys(members, prefix === "" ? text : prefix + text.charAt(0).toUpperCase() + text.slice(1)),
  );
}

function divisionsByKey(rows: readonly SampledRow[]): Division[] {
  return [(row: SampledRow) => row.partitionKey, (row: SampledRow) => row.rowKey]
    .flatMap((keyOf) => groupBy(rows, (row) => leadingText(keyOf(row))) ?? [])
    .filter((groups) => groups.size > 1 && !areNumbered([...groups.keys()]))
    .map((groups) => ({ groups, gain: gainOf(groups, rows) }))
    .filter(({ gain }) => gain >= minGain);
}

/** `p1` and `p2` are values, not kinds. */
function areNumbered(words: readonly string[]): boolean {
  return new Set(words.map((word) => word.replace(/\d+$/, ""))).size < words.length;
}

/** Many kinds are less likely than few. */
function gainOf(groups: Division["groups"], rows: readonly SampledRow[]): number {
  return likenessOf([...groups.values()], rows.length) - likeness(rows) - groups.size * 0.005;
}

/** The word that a key starts with, before the first character that is neither letter, digit nor `_`; undefined where it is none. */
function leadingText(key: string): string | undefined {
  const text = /^[\p{L}\p{Nd}_]*/u.exec(key)?.[0] ?? "";
  return isWord(text) ? text : undefined;
}

/** Undefined where a row has no such text, or where there are too many. */
function groupBy(
  rows: readonly SampledRow[],
  textOf: (row: SampledRow) => string | undefined,
): Map<string, SampledRow[]> | undefined {
  const groups = new Map<string, SampledRow[]>();
  for (const row of rows) {
    const text = textOf(row);
    if (text === undefined) return undefined;
    const group = groups.get(text);
    if (group !== undefined) group.push(row);
    else if (groups.size === maxKinds) return undefined;
    else groups.set(text, [row]);
  }
  return groups;
}

/** How much of all columns of rows a row has, 0 to 1, on average. */
function likeness(rows: readonly SampledRow[]): number {
  const all = columnNames(rows).size;
  if (all === 0) return 1;
  return rows.reduce((sum, { properties }) => sum + Object.keys(properties).length / all, 0) / rows.length;
}

function likenessOf(groups: readonly (readonly SampledRow[])[], total: number): number {
  return groups.reduce((sum, rows) => sum + (likeness(rows) * rows.length) / total, 0);
}

function columnNames(rows: readonly SampledRow[]): Set<string> {
  return new Set(rows.flatMap(({ properties }) => Object.keys(properties)));
}
