import { parseStoredPayload } from "../codec/payload.js";
import { bufferOver } from "../platform/node.js";
import { writeResponseLines } from "../rows/response-lines.js";
import type { RowLines } from "../rows/row-lines.js";
import type { Operation } from "./connection.js";
import {
  type EntitiesResponse,
  type QueryEntitiesInput,
  queryEntities,
  readContinuation,
  readResponse,
} from "./query-entities.js";
import { checkJsonType } from "./read-response.js";

/** Rows of a page as lines. If they cannot be written from the bytes of the response, they are its rows instead. */
interface LinesResponse extends EntitiesResponse {
  readonly lines?: RowLines;
}

/** Query Entities, for lines of NDJSON. It has its own file, because few programs need it. @see queryEntities */
export const queryLines: Operation<QueryEntitiesInput, LinesResponse> = {
  ...queryEntities,
  parse(response, input) {
    if (response.status === 200) {
      checkJsonType(response);
      const lines = writeResponseLines(input.table, bufferOver(response.body), input.isRequested);
      if (lines !== undefined) return { lines, rows: [], ...readContinuation(response, input) };
    }
    return readResponse(response, input, parseStoredPayload);
  },
};
