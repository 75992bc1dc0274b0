import { type TableError, wrongValue } from "../errors/table-error.js";
import type { Connection } from "../rest/connection.js";
import type { AnySchema } from "../schema/entity-schema.js";
import { QueryBuilder } from "./query-builder.js";
import type { QueryState } from "./query-state.js";
import type { RowReader } from "./row-reader.js";

/**
 * Returns a query of the same rows with another reader: `addressReader`, `payloadReader` or `deletionReader`. A row that the query did not
 * ask for is an error, even if the client has an `onMismatch` handler.
 * @throws TableError `value.wrong-type` for a query of other rows or of another client
 */
export function storedRows<S>(
  query: QueryBuilder<unknown>,
  connection: Connection,
  schema: AnySchema,
  reader: RowReader<S>,
): QueryBuilder<S> {
  const state = QueryBuilder.stateOf(query) as QueryState<unknown>;
  if (state.connection === connection && (state.reader.schema as unknown) === schema)
    return new QueryBuilder({ ...state, reader, isRowKeyChosen: true });
  throw otherQuery(schema?.name, schema?.name, schema?.table, state.reader.filtered.name, state.reader.table);
}

/**
 * Returns the same query of rows without an entity definition, but with another reader of the table. Ignores `select`.
 * @throws TableError `value.wrong-type` for a query of other rows or of another client
 */
export function storedTableRows<S>(
  query: QueryBuilder<unknown>,
  connection: Connection,
  reader: RowReader<S>,
): QueryBuilder<S> {
  const state = QueryBuilder.stateOf(query) as QueryState<unknown>;
  const { reads, table } = state.reader;
  if (state.connection === connection && reads === reader.reads && table === reader.table)
    return new QueryBuilder({ ...state, reader });
  throw otherQuery(reader.table, "rows without a definition", reader.table, reads, table);
}

function otherQuery(
  entity: string | undefined,
  wanted: string | undefined,
  wantedTable: string | undefined,
  given: string,
  table: string,
): TableError {
  const expected = `Expected a query of ${wanted} in table ${wantedTable} by the same client`;
  return wrongValue(`${expected}, but got one of ${given} in table ${table}.`, { entity });
}
