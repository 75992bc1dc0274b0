import type { CallOptions } from "../connection/connection.js";
import { ItemIterator } from "../connection/item-iterator.js";
import { LinkedAbort } from "../connection/linked-abort.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { checkComparisons } from "./plan-query.js";
import type { QueryOptions } from "./query-options.js";
import { type PageRequest, type PageSource, type QueryResponse, readResponses } from "./read-responses.js";

/** A query as its reader sees it: what to request and how to decode the rows. */
export interface RowSource<R> extends PageSource {
  readonly options: QueryOptions;
  /** Rows wanted in total; undefined for all. */
  readonly limit: number | undefined;
  /** A payload as a row, or undefined for one to skip. */
  decode(payload: EntityPayload): R | undefined;
  /** The same query for payloads that hold only what is needed to count them. */
  counted(): RowSource<unknown>;
  /** Reads several responses at a time. They come in no order, so there are no pages. */
  readonly readUnordered?: ((source: PageSource, request: PageRequest) => AsyncIterable<QueryResponse>) | undefined;
}

export function responsesOf<R>(source: RowSource<R>, call: CallOptions): AsyncIterable<QueryResponse> {
  const request = requestOf(source, source.limit, call, undefined);
  return source.readUnordered?.(source, request) ?? readResponses(source, request, { filter: 0 });
}

/**
 * @param size rows of one page; as many as the service returns where undefined
 * @throws TableError `query.too-many-comparisons`
 */
export function requestOf<R>(
  { connection, options, plan }: RowSource<R>,
  limit: number | undefined,
  { signal, timeoutMs }: CallOptions,
  size: number | undefined,
): PageRequest {
  checkComparisons(plan, options.maxComparisons ?? connection.limits.comparisons);
  const max = Number.POSITIVE_INFINITY;
  const isLimited = size !== undefined || limit !== undefined;
  const top = isLimited ? Math.min(size ?? max, limit ?? max, connection.limits.pageSize) : undefined;
  return { top, limit, prefetch: options.prefetch ?? 1, call: { signal, timeoutMs } };
}

/** Row by row, each decoded when it is wanted. */
export function iterateRows<R>(source: RowSource<R>, call: CallOptions): ItemIterator<QueryResponse, EntityPayload, R> {
  let abort: LinkedAbort | undefined;
  return new ItemIterator({
    open: () => {
      abort = new LinkedAbort(call.signal);
      return responsesOf(source, { ...call, signal: abort.signal })[Symbol.asyncIterator]();
    },
    itemsOf: ({ rows }) => rows,
    decode: (payload) => source.decode(payload),
    // A generator ends only when the response that it awaits has come or failed: the abort makes it fail.
    cancel: () => abort?.end(),
    limit: source.limit,
  });
}
