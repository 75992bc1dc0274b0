import type { EdmName, EdmValue, StoredTableRow } from "@tablewright/runtime/edm";
import { converts } from "./converts.js";

/** What inference needs of a stored row. */
export type SampledRow = Pick<StoredTableRow, "partitionKey" | "rowKey" | "properties">;

/** A stored property over the rows of one kind: what is known of it. */
export interface Column {
  /** The stored name. */
  readonly name: string;
  /** Row by row; undefined where a row lacks the property. */
  readonly values: readonly (EdmValue | undefined)[];
  /** How many rows store it under each Edm type, the most frequent first. */
  readonly types: readonly (readonly [EdmName, number])[];
  /** How many rows have it. */
  readonly present: number;
  /** The type that reads every value, where need be of other types too; undefined where there is none. */
  readonly type: EdmName | undefined;
}

/** The other types that a column is stored under, which its own converts from. */
export function readsOf({ type, types }: Column): EdmName[] {
  return types.map(([name]) => name).filter((name) => name !== type);
}

/** The stored properties of rows, in the order in which they are first seen. */
export function columnsOf(rows: readonly SampledRow[]): Column[] {
  const names = new Set(rows.flatMap(({ properties }) => Object.keys(properties)));
  return [...names].map((name) => columnOf(name, rows));
}

function columnOf(name: string, rows: readonly SampledRow[]): Column {
  const values = rows.map(({ properties }) => properties[name]);
  const counts = new Map<EdmName, number>();
  for (const value of values) if (value !== undefined) counts.set(value.type, (counts.get(value.type) ?? 0) + 1);
  const types = [...counts].sort(([, one], [, other]) => other - one);
  const present = types.reduce((sum, [, count]) => sum + count, 0);
  const names = types.map(([type]) => type);
  return { name, values, types, present, type: names.length === 1 ? names[0] : commonType(names, values) };
}

/** A number, a date or the like that text is read as says more than text that those are read as. */
function commonType(types: readonly EdmName[], values: readonly (EdmValue | undefined)[]): EdmName | undefined {
  const candidates = types.toSorted((one, other) => Number(one === "Edm.String") - Number(other === "Edm.String"));
  return candidates.find((type) => values.every((value) => value === undefined || converts(value, type)));
}

/** Whether every row has the column, under one type. */
export function isRequired({ present, values }: Column): boolean {
  return present === values.length;
}

/** How much two sets of names have in common, 0 to 1. */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((name) => other.has(name)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 1 : shared / all;
}
