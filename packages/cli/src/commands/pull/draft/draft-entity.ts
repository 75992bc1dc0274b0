import type { EntitySource, IndexSource, PropertySource } from "@tablewright/generator";
import { readIndexKind } from "../indexes/index-kind.js";
import { type DraftKeys, inferKeys, type KeyDetail } from "../keys/infer-keys.js";
import { buildColumns, type Column, type SampledRow } from "../sample/columns.js";
import { draftKeys } from "./draft-keys.js";
import { collectEvidence, draftProperty, type PropertyEvidence } from "./draft-property.js";
import { explainConflict } from "./find-notes.js";
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
  /** Properties of the entity whose values the index rows repeat, with the limits (e.g. `maxLength`) that the index rows suggest. */
  readonly limits: readonly PropertySource[];
  readonly rows: readonly SampledRow[];
}

/** Maximum number of stored properties that a definition can declare, not counting the property that stores the row's kind. */
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
  { detail, isOurs }: KeyStyle,
): DraftEntity {
  const { usual: rows, note } = detail === "raw" ? { usual: all, note: undefined } : withoutOddRows(all);
  const columns = buildColumns(rows).filter((column) => column.name !== kindProperty);
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
  const { partitionKey, rowKey, keyOnly } = draftKeys(keys, rows, members, names);
  const properties = declared.map((column) =>
    draftProperty(column, members.get(column.name) ?? column.name, keys, isOurs),
  );
  return {
    source: {
      name,
      table,
      kind,
      kindProperty,
      separator: keys.separator,
      unknownProperties: others.length > 0 ? "keep" : "drop",
      notes: [
        `From ${all.length} row${all.length === 1 ? "" : "s"} of ${table}.`,
        ...(note === undefined ? [] : [note]),
        ...indexNotes(kind),
      ],
      properties: [...keyOnly, ...properties],
      undeclared: [...conflicts.map(explainConflict), ...leftOut(left)],
      partitionKey,
      rowKey,
    },
    rows,
    properties: columns.map((column) => collectEvidence(column, declared.includes(column), keys, isOurs)),
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

/** If at least this many properties are rare, their names are probably data, e.g. user ids. Then the draft does not declare them. */
const minRare = 10;
const rareShare = 0.1;

/** Returns the columns that only few rows have, if there are at least `minRare` of them; otherwise none. */
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
  const names = columns.slice(0, 5).map(({ name }) => name);
  const problem = `${columns.length} properties that few rows have are not declared: ${names.join(", ")}, ….`;
  return [`${problem} They are kept under $extra.`];
}
