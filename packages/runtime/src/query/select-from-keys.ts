import { invalidQuery } from "../errors/table-error.js";
import type { EntityReader } from "./entity-reader.js";
import { QueryBuilder } from "./query-builder.js";
import { tableRowReader } from "./table-row-reader.js";

/**
 * Returns the same query with only the keys in its responses, from which the values of these properties are read. The responses have no
 * metadata, and the rows no ETags. Returns undefined if the keys do not give all of the properties.
 * @param query query of an entity class, or of `service.table(name)`
 * @param names properties to read; none for a table, of whose rows the keys are all that is read
 * @throws TableError `query.unknown-property`
 */
export function selectFromKeys<Q extends object>(query: Q, names: readonly string[]): Q | undefined {
  const state = QueryBuilder.stateOf(query);
  if (state === undefined) throw invalidQuery("selectFromKeys needs a query of this package.");
  const { reader } = state;
  if (reader.reads === "table rows" && names.length === 0) {
    const keys = tableRowReader(reader.table, ["PartitionKey", "RowKey"]);
    return QueryBuilder.withState(query, { ...state, reader: { ...keys, metadata: "none", isExact: false } });
  }
  if (reader.reads !== "entities") return undefined;
  const selected = (reader as EntityReader<unknown>).selecting(names, "from keys");
  if (selected.select?.length !== reader.counted().select?.length) return undefined;
  return QueryBuilder.withState(query, { ...state, reader: selected.withoutETags() });
}
