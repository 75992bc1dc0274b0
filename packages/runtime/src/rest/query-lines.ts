import { parseStoredPayload } from "../codec/payload.js";
import type { Operation } from "../http/operation.js";
import { type RowLines, writeRowLines } from "../rows/row-lines.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { type Continuation, type QueryEntitiesInput, queryEntities, readResponse } from "./query-entities.js";

export interface QueryLinesInput extends QueryEntitiesInput {
  /** Maximum number of rows to take from the response. */
  readonly limit: number;
  /** Checks a row. Throws an error if the query did not ask for the row. */
  readonly check: (row: EntityPayload) => void;
}

export interface LinesResponse extends Continuation, RowLines {}

/** Query Entities. Returns the rows as lines of NDJSON. */
export const queryLines: Operation<QueryLinesInput, LinesResponse> = {
  name: queryEntities.name,
  readOnly: true,
  request: queryEntities.request,
  parse(response, input) {
    const { table, limit, check } = input;
    const { rows, ...continuation } = readResponse(response, input, parseStoredPayload);
    const wanted = rows.slice(0, limit);
    wanted.forEach(check);
    return { ...writeRowLines(table, wanted), ...continuation };
  },
};
