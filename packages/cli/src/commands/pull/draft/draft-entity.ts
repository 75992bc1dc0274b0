import type { EntitySource, IndexSource, KeyPartSource, PropertySource } from "@tablewright/generator";
import type { EdmName } from "@tablewright/runtime/edm";
import { readIndexKind } from "../indexes/index-kind.js";
import type { DraftPart, StoredPart, UnstoredPart } from "../keys/draft-part.js";
import { type DraftKeys, inferKeys, type KeyDetail } from "../keys/infer-keys.js";
import { findMaxLength, maxPartLength } from "../keys/key-length.js";
import { buildColumns, type Column, isRequired, listReads, type SampledRow } from "../sample/columns.js";
import { findMarker } from "./find-marker.js";
import { explainConflict, findNotes, formatExample } from "./find-notes.js";
import type { KindRows } from "./kinds.js";
import { propertyName, UniqueNames } from "./names.js";
import { withoutOddRows } from "./odd-rows.js";

/** Draft of an entity definition, with the rows that it was inferred from. */
export interface DraftEntity {
  readonly source: EntitySource;
  readonly rows: readonly SampledRow[];
  readonly properties: readonly PropertyEvidence[];
  /** Indexes of the entity whose index rows were among the sampled rows. */
  readonly indexes?: readonly DraftIndex[];
}

/** Index inferred from its index rows. */
export interface DraftIndex {
  readonly source: IndexSource;
  /** Properties of the entity that the index rows repeat, with the limits (e.g. `maxLength`) that the index rows suggest. */
  readonly limits: readonly PropertySource[];
  readonly rows: readonly SampledRow[];
}

/** Values that a stored property has in the sampled rows, for the report of `pull`. */
export interface PropertyEvidence {
  /** Name of the property as stored. */
  readonly name: string;
  /** Declared type; undefined if the draft does not declare the property. */
  readonly type?: string;
  /** Number of rows that have the property. */
  readonly rows: number;
  /** Number of rows for each Edm type under which they store the property. */
  readonly types: Readonly<Record<string, number>>;
  readonly example?: string;
  readonly doubts: readonly string[];
}

const builders: Readonly<Record<EdmName, PropertySource["type"]>> = {
  "Edm.String": "string",
  "Edm.Boolean": "boolean",
  "Edm.Int32": "int32",
  "Edm.Int64": "int64",
  "Edm.Double": "double",
  "Edm.DateTime": "dateTime",
  "Edm.Guid": "guid",
  "Edm.Binary": "binary",
};

/** Maximum number of stored properties that a definition can declare, without the property that stores the row's kind. */
const maxProperties = 251;

/** Options for drafting the keys of a table. */
export interface KeyStyle {
  readonly detail: KeyDetail;
  /** True if the keys look like keys that this SDK writes, in which strings are escaped, e.g. `!` as `~21`. */
  readonly isOurs: boolean;
}

export function draftEntity(
  table: string,
  name: string,
  { rows: all, kind, kindProperty, starts }: KindRows,
  style: KeyStyle,
): DraftEntity {
  const { detail, isOurs } = style;
  const { usual: rows, note } = detail === "raw" ? { usual: all, note: undefined } : withoutOddRows(all);
  const stored = buildColumns(rows).filter((column) => column.name !== kindProperty);
  const marker = findMarker(stored);
  const columns = stored.filter((column) => column.name !== marker?.property);
  const keys = inferKeys(rows, columns, { starts, isOurs }, detail);
  const rare = rareColumns(columns, keys);
  const declared = columns
    .filter((column) => column.type !== undefined && !rare.includes(column))
    .slice(0, maxProperties);
  const others = columns.filter((column) => !declared.includes(column));
  const conflicts = others.filter(({ type }) => type === undefined);
  const left = others.filter(({ type }) => type !== undefined);
  const names = new UniqueNames();
  const members = new Map(declared.map((column) => [column.name, names.take(propertyName(column.name))]));
  const builder = new KeyBuilder(keys, members, names);
  const partitionKey = { parts: builder.partsOf("partitionKey") };
  const rowKey = { parts: hasOneKey(keys, rows) ? partitionKey.parts : builder.partsOf("rowKey") };
  const properties = declared.map((column) => propertyOf(column, members.get(column.name) ?? column.name, keys, style));
  return {
    source: {
      name,
      table,
      kind,
      kindProperty,
      separator: keys.separator,
      unknownProperties: others.length > 0 ? "keep" : "drop",
      ...(marker && { marker }),
      notes: [
        `From ${all.length} row${all.length === 1 ? "" : "s"} of ${table}.`,
        ...(note === undefined ? [] : [note]),
        ...indexNotes(kind),
        ...(marker === undefined
          ? []
          : [`${marker.property} stores write markers. Add the marker options of the clients that write it.`]),
      ],
      properties: [...builder.unstored, ...properties],
      undeclared: [...conflicts.map(explainConflict), ...leftOut(left)],
      partitionKey,
      rowKey,
    },
    rows,
    properties: columns.map((column) => evidenceOf(column, declared.includes(column), keys, style)),
  };
}

/** Returns a note if the entity's rows look like index rows but could not become an index of another entity; otherwise none. */
function indexNotes(kind: string | undefined): string[] {
  const index = readIndexKind(kind);
  if (index === undefined) return [];
  return [
    `Index rows: declare ${index.index} among the indexes of ${index.entity} instead. Not all of its entities were read, or the index rows differ from them.`,
  ];
}

/** Number of rare properties from which their names count as data, e.g. user ids, so that the draft does not declare them. */
const minRare = 10;
const rareShare = 0.1;

/** Returns the columns that only few rows have, if there are many such columns; otherwise none. */
function rareColumns(columns: readonly Column[], { partitionKey, rowKey }: DraftKeys): Column[] {
  const inKeys = new Set([...partitionKey, ...rowKey].flatMap((part) => (part.kind === "stored" ? part.column : [])));
  const rare = columns.filter(
    ({ name, present, values }) =>
      !inKeys.has(name) && present < values.length && present <= Math.max(1, values.length * rareShare),
  );
  return rare.length < minRare ? [] : rare;
}

function leftOut(columns: readonly Column[]): string[] {
  if (columns.length === 0) return [];
  const [first, ...others] = columns.map(({ name }) => name);
  const more = others.length === 0 ? "" : `, ${others.slice(0, 4).join(", ")}${others.length > 4 ? ", …" : ""}`;
  return [
    `${columns.length} properties that few rows have are not declared: ${first}${more}. They are kept under $extra.`,
  ];
}

/** Returns whether each key is a single value that no property stores, and PartitionKey and RowKey are equal in every row. */
function hasOneKey({ partitionKey, rowKey }: DraftKeys, rows: readonly SampledRow[]): boolean {
  const isUnstored = ([part, ...others]: readonly DraftPart[]) => part?.kind === "unstored" && others.length === 0;
  if (!isUnstored(partitionKey) || !isUnstored(rowKey)) return false;
  return rows.every((row) => row.partitionKey === row.rowKey);
}

function propertyOf(column: Column, name: string, keys: DraftKeys, { isOurs }: KeyStyle): PropertySource {
  const type = column.type === undefined ? "string" : builders[column.type];
  const parts = partsWith(column, keys);
  const isNatural = parts.some(({ encoding }) => isUnsigned(encoding));
  const maxLength = type === "string" ? findMaxLength(column, keys) : undefined;
  return {
    name,
    storedName: column.name,
    type,
    optional: !isRequired(column),
    ...(isNatural && type === "int32" && { min: 0 }),
    ...(maxLength !== undefined && { maxLength }),
    reads: listReads(column),
    notes: findNotes(column, parts, isOurs),
  };
}

function partsWith({ name }: Column, { partitionKey, rowKey }: DraftKeys): StoredPart[] {
  return [...partitionKey, ...rowKey].flatMap((part) => (part.kind === "stored" && part.column === name ? part : []));
}

/** Names the key values that no property stores, and declares them as properties that only the keys contain. */
class KeyBuilder {
  readonly unstored: PropertySource[] = [];
  readonly #keys: DraftKeys;
  readonly #members: ReadonlyMap<string, string>;
  readonly #names: UniqueNames;

  constructor(keys: DraftKeys, members: ReadonlyMap<string, string>, names: UniqueNames) {
    this.#keys = keys;
    this.#members = members;
    this.#names = names;
  }

  partsOf(key: "partitionKey" | "rowKey"): KeyPartSource[] {
    const { separator } = this.#keys;
    const parts = this.#keys[key];
    const maxLength = maxPartLength(parts, typeof separator === "string" ? separator : separator[key]);
    return parts.map((part, index): KeyPartSource => {
      if (part.kind === "literal") return part;
      const { encoding, width, touches } = part;
      const format = {
        kind: "property" as const,
        encoding,
        ...(width !== undefined && { width }),
        ...(touches && { touches }),
      };
      if (part.kind === "unstored") {
        const name = this.#declare(part, nameAfter(parts[index - 1]) ?? plainNames[key], maxLength);
        return { ...format, property: { name } };
      }
      const name = this.#members.get(part.column) ?? part.column;
      return { ...format, property: { name }, ...(part.shards !== undefined && { shards: part.shards }) };
    });
  }

  /**
   * Declares a key value as a property that only the keys contain, and returns the property's name.
   * @param base preferred name; a number is appended if it is taken
   */
  #declare({ type, encoding, length, pattern }: UnstoredPart, base: string, maxLength: number | undefined): string {
    const name = this.#names.take(base);
    const isText = type === "string" && length === undefined && pattern === undefined;
    this.unstored.push({
      name,
      storedName: name,
      type,
      keyOnly: true,
      ...(length !== undefined && { length }),
      ...(pattern !== undefined && { pattern }),
      ...(isText && maxLength !== undefined && { maxLength }),
      ...(type === "int32" && isUnsigned(encoding) && { min: 0 }),
      ...(type === "dateTime" && isNumeral(encoding) && { notes: ["its digits look like a time"] }),
    });
    return name;
  }
}

/** Default names of key values, by key, for values without a constant text before them that suggests a name. */
const plainNames = { partitionKey: "partition", rowKey: "row" } as const;

/**
 * Returns a name for a key value from the constant before it: `room` for `room_{*}`, `grainReference` for `GrainReference={*}`; undefined
 * if there is no such constant.
 */
function nameAfter(part: DraftPart | undefined): string | undefined {
  if (part?.kind !== "literal") return undefined;
  const [word = ""] = /[A-Za-z]{3,}(?=[^A-Za-z0-9]*$)/.exec(part.text) ?? [];
  return word === ""
    ? undefined
    : propertyName(word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1));
}

/** Returns whether a key encoding writes times as plain numbers, so that other numbers can be mistaken for times. */
function isNumeral(encoding: string): boolean {
  return /^(?:asc|desc)$|^\.milliseconds/.test(encoding);
}

/** Returns whether a key encoding accepts no negative integers. */
function isUnsigned(encoding: string): boolean {
  return /^pad$|\.(?:pad|desc|hex)\(/.test(encoding);
}

function evidenceOf(column: Column, isDeclared: boolean, keys: DraftKeys, { isOurs }: KeyStyle): PropertyEvidence {
  const example = formatExample(column.values.find((value) => value !== undefined));
  return {
    name: column.name,
    ...(isDeclared && column.type !== undefined && { type: builders[column.type] }),
    rows: column.present,
    types: Object.fromEntries(column.types),
    ...(example !== undefined && { example }),
    doubts:
      isDeclared || column.type !== undefined
        ? findNotes(column, partsWith(column, keys), isOurs)
        : [explainConflict(column)],
  };
}
