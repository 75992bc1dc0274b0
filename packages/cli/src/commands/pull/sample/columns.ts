import type { EdmName, EdmValue, StoredTableRow } from "@tablewright/runtime/edm";
import { converts } from "./converts.js";

/** The part of a stored row from which definitions are inferred. */
export type SampledRow = Pick<StoredTableRow, "partitionKey" | "rowKey" | "properties">;

/** Facts about a stored property over the rows of one kind. */
export interface Column {
  /** Stored name. */
  readonly name: string;
  /** Values row by row; undefined if a row lacks the property. */
  readonly values: readonly (EdmValue | undefined)[];
  /** Number of rows that store it under each Edm type, the most frequent first. */
  readonly types: readonly (readonly [EdmName, number])[];
  /** Number of rows that have it. */
  readonly present: number;
  /** Type that reads every value, converting other types if needed; undefined if there is none. */
  readonly type: EdmName | undefined;
}

/** Returns the other types under which a column is stored and that its own type converts from. */
export function listReads({ type, types }: Column): EdmName[] {
  return types.map(([name]) => name).filter((name) => name !== type);
}

/** Returns the stored properties of rows, in order of first appearance. */
export function buildColumns(rows: readonly SampledRow[]): Column[] {
  const names = new Set(rows.flatMap(({ properties }) => Object.keys(properties)));
  return [...names].map((name) => buildColumn(name, rows));
}

function buildColumn(name: string, rows: readonly SampledRow[]): Column {
  const values = rows.map(({ properties }) => properties[name]);
  const counts = new Map<EdmName, number>();
  for (const value of values) if (value !== undefined) counts.set(value.type, (counts.get(value.type) ?? 0) + 1);
  const types = [...counts].sort(([, one], [, other]) => other - one);
  const present = types.reduce((sum, [, count]) => sum + count, 0);
  const names = types.map(([type]) => type);
  return { name, values, types, present, type: names.length === 1 ? names[0] : commonType(names, values) };
}

/** Returns the most specific type that reads all values. A number or date type that also reads text is preferred to text. */
function commonType(types: readonly EdmName[], values: readonly (EdmValue | undefined)[]): EdmName | undefined {
  const candidates = types.toSorted((one, other) => Number(one === "Edm.String") - Number(other === "Edm.String"));
  return candidates.find((type) => values.every((value) => value === undefined || converts(value, type)));
}

/** Returns whether every row has the column, under one type. */
export function isRequired({ present, values }: Column): boolean {
  return present === values.length;
}

/** Calculates the overlap of two sets of names, from 0 to 1. */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((name) => other.has(name)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 1 : shared / all;
}
