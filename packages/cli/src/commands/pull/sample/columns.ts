import type { EdmName, EdmValue, StoredTableRow } from "@tablewright/runtime/edm";
import { converts } from "./converts.js";

/** Keys and properties of a stored row, from which definitions are inferred. */
export type SampledRow = Pick<StoredTableRow, "partitionKey" | "rowKey" | "properties">;

/** Values and types of one stored property in all rows of one kind. */
export interface Column {
  /** Name of the property as stored. */
  readonly name: string;
  /** Values in the order of the rows; undefined for a row without the property. */
  readonly values: readonly (EdmValue | undefined)[];
  /** Edm types under which the property is stored, each with its number of rows, the most frequent first. */
  readonly types: readonly (readonly [EdmName, number])[];
  /** Number of rows that have the property. */
  readonly present: number;
  /** Edm type that can read every value of the column, some after conversion from another type; undefined if no type can. */
  readonly type: EdmName | undefined;
}

/** Returns the Edm types with which a column is stored, other than its own type. Values of these types must be converted to that type. */
export function listReads({ type, types }: Column): EdmName[] {
  return types.map(([name]) => name).filter((name) => name !== type);
}

/** Returns a column for each stored property of the rows, in the order in which the properties first appear. */
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

/**
 * Returns the most frequent type that can read all values; undefined if none can. Considers Edm.String last, because it also reads guids
 * and dates.
 */
function commonType(types: readonly EdmName[], values: readonly (EdmValue | undefined)[]): EdmName | undefined {
  const candidates = types.toSorted((one, other) => Number(one === "Edm.String") - Number(other === "Edm.String"));
  return candidates.find((type) => values.every((value) => value === undefined || converts(value, type)));
}

/** Returns whether every row has the column, whatever the types of its values. */
export function isRequired({ present, values }: Column): boolean {
  return present === values.length;
}

/** Returns the overlap of two sets of names, from 0 (none in common) to 1 (the same names). */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((name) => other.has(name)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 1 : shared / all;
}
