import { type CheckRow, copyRowLines, encodeRowLines, type RowLines } from "../../codec/lines/row-lines.js";
import { parsePayload } from "../../codec/rows/payload.js";
import { idOf } from "../../codec/system-properties.js";
import type { Operation } from "../../http/operation.js";
import { isServiceJson } from "../../response/content-type.js";
import {
  type Continuation,
  type QueryEntitiesInput,
  queryEntities,
  readContinuation,
  readResponse,
} from "./query-entities.js";

export interface QueryLinesInput extends QueryEntitiesInput {
  /** Rows wanted of the response, at most. */
  readonly limit: number;
  readonly check: CheckRow;
}

export interface LinesResponse extends Continuation, RowLines {}

/** Query Entities, with the rows as lines of NDJSON. */
export const queryLines: Operation<QueryLinesInput, LinesResponse> = {
  name: queryEntities.name,
  readOnly: true,
  request: queryEntities.request,
  parse(response, input) {
    const { table, limit, check } = input;
    const isCopied = response.status === 200 && isServiceJson(response.headers);
    const copied = isCopied ? copyRowLines(table, response.body, limit, check) : undefined;
    if (copied !== undefined) return { ...copied, ...readContinuation(response, input) };
    const { rows, ...continuation } = readResponse(response, input, parsePayload);
    const wanted = rows.slice(0, limit);
    for (const row of wanted) check(idOf(row));
    return { ...encodeRowLines(table, wanted), ...continuation };
  },
};
