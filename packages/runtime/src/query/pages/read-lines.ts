import type { CheckRow, RowLines } from "../../codec/lines/row-lines.js";
import { queryLines } from "../../operations/entities/query-lines.js";
import { ContinuationTrail } from "../../response/continuation.js";
import type { PageOptions } from "../query-options.js";
import { inputOf, type Position, positionAfter } from "../read-responses.js";
import type { RowSource } from "../row-source.js";
import { cursorAfter, pageRequestOf } from "./read-pages.js";

/** A page of rows as lines of NDJSON. */
export interface LinesPage extends RowLines {
  /** Pass it to `lines` or `page` of the same query to continue; undefined after the last page. */
  readonly cursor: string | undefined;
}

/** The next page that is not empty, or an empty one at the end. */
export async function readLines<R>(source: RowSource<R>, options: PageOptions, check: CheckRow): Promise<LinesPage> {
  const { connection, plan } = source;
  const { request, from, remaining, binding } = pageRequestOf(source, options);
  const trail = new ContinuationTrail(`a query of table ${plan.table}`);
  const isEmpty = plan.filters.length === 0 || remaining === 0;
  for (let position: Position | undefined = isEmpty ? undefined : from; position !== undefined; ) {
    const input = { ...inputOf(source, request.top, position), limit: remaining, check };
    const { lines, rows, first, last, ...continuation } = await connection.send(queryLines, input, request.call);
    const next = positionAfter(plan, position, continuation);
    if (rows > 0) return { lines, rows, first, last, cursor: cursorAfter(next, remaining - rows, binding) };
    if (next !== undefined) trail.add([String(next.filter), next.nextPartitionKey, next.nextRowKey]);
    position = next;
  }
  return { lines: new Uint8Array(), rows: 0, first: undefined, last: undefined, cursor: undefined };
}
