import { AsyncResource } from "node:async_hooks";
import { retraced } from "../errors/table-error.js";
import { LinkedAbort } from "../http/cancellation.js";
import type { CallOptions, Connection, Operation } from "../rest/connection.js";
import type { Continuation, EntitiesResponse, QueryEntitiesInput } from "../rest/query-entities.js";
import { queryEntities, queryExactEntities, readContinuationHeaders } from "../rest/query-entities.js";
import { ContinuationTrail, isServiceJson } from "../rest/read-response.js";
import type { RowLines } from "../rows/row-lines.js";
import type { EntityPayload, PayloadKeys } from "../schema/entity-schema.js";
import type { QueryPlan } from "./query-options.js";

/** Position at which a query continues: one of its filters, and the continuation token within the rows of this filter. */
export interface Position extends Continuation {
  /** Index of the filter in the query's plan. A plan has several filters if one `$filter` would be too long. */
  readonly filter: number;
  /** Number of rows that `take` still allows; undefined for all. */
  readonly remaining?: number | undefined;
}

/** Plan of a query, and the options with which its responses are requested. */
export interface QueryRequest {
  readonly connection: Connection;
  readonly plan: QueryPlan;
  readonly metadata: "minimal" | "none";
  /** True if the parser must tell whole Doubles from Int32s, which look alike in JSON. */
  readonly isExact: boolean;
  /** Operation that returns the rows as lines; undefined for rows. */
  readonly linesOperation?: LinesOperation | undefined;
  /** True to also return hidden rows, which clients and `migrate` keep for themselves. */
  readonly hidden?: true | undefined;
  /** Returns whether a row has keys that the query asks for; undefined if every row is accepted. */
  readonly isRequested?: ((keys: PayloadKeys) => boolean) | undefined;
  /** Second read of a query whose rows lead to other rows. The query returns those in place of the rows of the response. */
  readonly follow?:
    | ((rows: readonly EntityPayload[], call: CallOptions) => Promise<readonly EntityPayload[]>)
    | undefined;
  /**
   * Maximum number of rows in one response. It must be the same in all requests, because the service requires that. Undefined for as many
   * as the service returns.
   */
  readonly top: number | undefined;
  /** Total number of rows wanted; undefined for all. */
  readonly limit: number | undefined;
  /** Number of responses to request before the caller wants them. */
  readonly prefetch: 0 | 1;
  readonly call: CallOptions;
}

/** Operation that may return the rows of a response as lines. */
export type LinesOperation = Operation<QueryEntitiesInput, EntitiesResponse & { readonly lines?: RowLines }>;

/** Response to one request of a query. `next` is the position after its rows; undefined in the last response. */
export interface QueryResponse {
  readonly rows: readonly EntityPayload[];
  /** Rows as lines, in place of `rows`; undefined if `rows` has them. */
  readonly lines?: RowLines | undefined;
  readonly next: Position | undefined;
}

type QueryResult = QueryResponse | { readonly error: unknown };

/** Request that was sent. Its headers may arrive before its response is complete, and already show the position of the next request. */
interface InFlightRequest {
  readonly from: Position;
  /**
   * Response, or the error if the request fails. The promise never rejects, because a request that was sent ahead may fail before anyone
   * awaits it.
   */
  readonly result: Promise<QueryResult>;
  /** Calls the listener with the position at which the query continues after this response, as soon as it is known. */
  onNext(listener: (next: Position | undefined) => void): void;
}

/**
 * Reads the responses to a query one after another, empty ones included. Once the caller wants a second response, it requests one ahead, as
 * soon as the headers of the response before have arrived. If the iteration ends, requests in flight are aborted.
 */
export async function* readResponses(request: QueryRequest, start: Position): AsyncGenerator<QueryResponse, void> {
  const { connection, plan, follow, limit, prefetch, call: outer } = request;
  if (plan.filters.length === 0 || limit === 0) return;
  const abort = prefetch === 0 ? undefined : new LinkedAbort(outer.signal);
  const call = abort === undefined ? outer : { ...outer, signal: abort.signal };
  const fullPage = request.top ?? connection.limits.pageSize;
  let rowCount = 0;
  let isSecondWanted = false;
  let trail = new ContinuationTrail(`a query of table ${plan.table}`);
  let inFlight = send(request, start, call);
  try {
    for (;;) {
      let ahead: InFlightRequest | undefined;
      if (isSecondWanted && prefetch > 0 && (limit === undefined || rowCount + fullPage < limit)) {
        inFlight.onNext((next) => {
          if (next !== undefined && abort?.signal.aborted !== true) ahead = send(request, next, call);
        });
      }
      let response: QueryResponse | undefined = buildResponse(await inFlight.result);
      const found = response.rows.length;
      const { next } = response;
      if (next?.filter === inFlight.from.filter) trail.add([next.nextPartitionKey, next.nextRowKey]);
      else trail = new ContinuationTrail(`a query of table ${plan.table}`);
      rowCount += found;
      yield follow === undefined ? response : { rows: await follow(response.rows, call), next };
      // Drops the rows that the caller has consumed. A suspended generator would keep them in memory.
      response = undefined;
      if (next === undefined) return;
      if (found > 0) isSecondWanted = true;
      // The request ahead was sent when the headers of this page arrived. If the rest of the page was then lost, its retry may have ended
      // elsewhere. So that request is used only if it begins where this page ends.
      inFlight = ahead !== undefined && isSame(ahead.from, next) ? ahead : send(request, next, call);
    }
  } finally {
    abort?.end();
  }
}

function send(request: QueryRequest, position: Position, call: CallOptions): InFlightRequest {
  const { connection, plan, isExact, linesOperation } = request;
  const operation: LinesOperation = linesOperation ?? (isExact ? queryExactEntities : queryEntities);
  let next: Position | undefined;
  let isKnown = false;
  let listener: ((next: Position | undefined) => void) | undefined;
  const learn = (continuation: Continuation) => {
    if (isKnown) return;
    isKnown = true;
    next = positionAfter(plan, position, continuation);
    const notify = listener;
    // The listener refers to the next request, which refers to the one after it. If it stayed, old requests would keep the rows of all
    // later ones in memory, until a full garbage collection.
    listener = undefined;
    notify?.(next);
  };
  const result = connection
    .send(operation, buildInput(request, position), {
      ...call,
      onHead: (status, headers) => {
        // A 200 response that is not the service's JSON, such as a proxy's HTML page, does not show where the query continues.
        if (status === 200 && isServiceJson(headers)) learn(readContinuationHeaders(headers));
      },
    })
    .then(
      (found) => {
        learn(found);
        return { rows: found.rows, lines: found.lines, next: positionAfter(plan, position, found) };
      },
      (error: unknown) => ({ error }),
    );
  return {
    from: position,
    result,
    onNext(callback) {
      if (isKnown) callback(next);
      // The listener runs when a response arrives, which belongs to another call and perhaps to another span. So it needs its own
      // asynchronous context.
      else {
        const context = new AsyncResource("tablewright.query");
        listener = (continued) => context.runInAsyncScope(callback, undefined, continued);
      }
    },
  };
}

/**
 * Returns a response, or throws the error of its request. The stack of the error gets the function that reads the response, because a
 * request that was sent ahead has no caller.
 */
function buildResponse(result: QueryResult): QueryResponse {
  if ("error" in result) throw retraced(result.error, buildResponse);
  return result;
}

function buildInput(
  { plan, metadata, hidden, isRequested, top }: QueryRequest,
  { filter, nextPartitionKey, nextRowKey }: Position,
): QueryEntitiesInput {
  const { table, filters, select } = plan;
  return { table, filter: filters[filter], select, top, nextPartitionKey, nextRowKey, metadata, hidden, isRequested };
}

function isSame(one: Position, other: Position): boolean {
  return (
    one.filter === other.filter &&
    one.nextPartitionKey === other.nextPartitionKey &&
    one.nextRowKey === other.nextRowKey
  );
}

function positionAfter(plan: QueryPlan, position: Position, found: Continuation): Position | undefined {
  const { nextPartitionKey, nextRowKey } = found;
  if (nextPartitionKey !== undefined || nextRowKey !== undefined) {
    return { filter: position.filter, nextPartitionKey, nextRowKey };
  }
  return position.filter + 1 < plan.filters.length ? { filter: position.filter + 1 } : undefined;
}

/** Decoded rows of one response, at least one. */
export interface DecodedPage<R> {
  readonly items: R[];
  /** Number of rows that may follow; infinite if the query has no limit. */
  readonly remaining: number;
  /** Position after the rows; undefined after the last response. */
  readonly next: Position | undefined;
}

/**
 * Decodes the responses to a query one after another, and skips those without rows.
 * @param decode returns undefined for a row to skip
 * @param limit the maximum number of rows in total; infinite for all
 * @param isSkipped returns true to skip a row for which `decode` threw an error
 */
export async function* pagesOf<R>(
  responses: AsyncIterable<QueryResponse>,
  decode: (row: EntityPayload) => R | undefined,
  limit: number,
  isSkipped: (row: EntityPayload, error: unknown) => Promise<boolean>,
): AsyncGenerator<DecodedPage<R>, void> {
  let remaining = limit;
  for await (const { rows, next } of responses) {
    const items: R[] = [];
    for (const payload of rows) {
      let row: R | undefined;
      try {
        row = decode(payload);
      } catch (error) {
        if (!(await isSkipped(payload, error))) throw error;
      }
      if (row !== undefined && items.push(row) === remaining) break;
    }
    if (items.length === 0) continue;
    remaining -= items.length;
    yield { items, remaining, next };
    if (remaining === 0) return;
  }
}
