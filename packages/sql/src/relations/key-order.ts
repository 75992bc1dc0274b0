import type { OrderTerm } from "./relation.js";

/** Part of a key whose texts may sort as the values of a column do. */
export interface SortedPart<Row> {
  /** Name of the column in SQL. */
  readonly column: string;
  /** Order of the texts compared with the values; undefined for any other order. */
  readonly order: "asc" | "desc" | undefined;
  /** True if several values have the same text, such as all times of a day. */
  readonly isCoarse: boolean;
  /** True if the value is text. DuckDB sorts some characters in another way than the service. */
  readonly isText: boolean;
  /** Returns the text of a row in this part. */
  textOf(row: Row): string;
}

/** Order of rows by their keys, as far as it is the order of a query. */
export interface KeyOrder<Row> {
  /** Parts of the keys that give the order, in their order. */
  readonly parts: readonly SortedPart<Row>[];
  /** True if the query sorts rows with equal parts further, so that all of them have to be read. */
  readonly hasTies: boolean;
}

/**
 * Returns the order that keys give to rows, if the first rows by their keys are also the first rows of a query.
 * @param parts the properties in the keys, in their order
 * @param terms columns by their names in SQL
 * @param fixed columns that have the same value in all of these rows
 * @param reversed number of leading parts by which the rows come in reverse order
 */
export function orderOfKeys<Row>(
  parts: readonly SortedPart<Row>[],
  terms: readonly OrderTerm[],
  fixed: ReadonlySet<string>,
  reversed = 0,
): KeyOrder<Row> | undefined {
  const known = new Set(fixed);
  const waiting = () => terms.find(({ column }) => !known.has(column));
  const used: SortedPart<Row>[] = [];
  for (const [index, part] of parts.entries()) {
    const term = waiting();
    if (term === undefined) break;
    if (known.has(part.column)) continue;
    const { order } = part;
    if (order === undefined || part.column !== term.column) break;
    if (((order === "desc") !== index < reversed) !== term.isDescending) break;
    used.push(part);
    // A part that comes later may have the rest of the value, as in `k.at.day` and `k.at.asc`.
    if (!part.isCoarse) known.add(part.column);
  }
  const hasTies = waiting() !== undefined;
  return used.length === 0 && hasTies ? undefined : { parts: used, hasTies };
}
