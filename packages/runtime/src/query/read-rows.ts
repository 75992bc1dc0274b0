import { decodeUnrequestedRow, unrequestedRowError } from "../codec/decode-entity.js";
import { hasOtherKeys } from "../codec/row-identity.js";
import { isTableError } from "../errors/table-error.js";
import { LinkedAbort } from "../http/cancellation.js";
import type { CallOptions } from "../rest/connection.js";
import type { AnySchema, EntityPayload } from "../schema/entity-schema.js";
import { intersect, type TextRange } from "./filter/filter.js";
import { ItemIterator } from "./item-iterator.js";
import { rowsInScope } from "./key-scope.js";
import { hasOtherKeysNow } from "./keys-notice.js";
import { checkedPlan, planQuery, queryText, skippedExpiry } from "./plan-query.js";
import type { QueryPlan } from "./query-options.js";
import type { QueryState } from "./query-state.js";
import { type DecodedPage, pagesOf, type QueryRequest, type QueryResponse, readResponses } from "./read-responses.js";

/** Iterates over the rows of a query. Decodes each row only when the caller asks for it. */
export function iterateRows<R>(state: QueryState<R>): ItemIterator<QueryResponse, EntityPayload, R> {
  const decode = rowDecoder(state);
  let abort: LinkedAbort | undefined;
  return new ItemIterator({
    open: () => {
      abort = new LinkedAbort(state.options.signal);
      return responsesOf(state, { ...state.options, signal: abort.signal })[Symbol.asyncIterator]();
    },
    itemsOf: ({ rows }) => rows,
    decode,
    isSkipped: otherDefinition(state),
    // Aborts the request. Without that, the generator would end only when the response that it awaits has arrived or failed.
    cancel: () => abort?.end(),
    limit: state.limit,
  });
}

/**
 * Iterates over groups of rows: one group for each response that has rows. Unlike `iterateRows`, it does not create a promise for each row.
 */
export function iterateGroups<R>(state: QueryState<R>): ItemIterator<DecodedPage<R>, readonly R[], readonly R[]> {
  let abort: LinkedAbort | undefined;
  return new ItemIterator({
    open: () => {
      abort = new LinkedAbort(state.options.signal);
      return readGroups(state, { ...state.options, signal: abort.signal });
    },
    itemsOf: ({ items }) => [items],
    decode: (group) => group,
    cancel: () => abort?.end(),
  });
}

/** Calls `visit` for each row of a query. Unlike an iteration, it does not create a promise for each row. */
export async function visitRows<R>(
  state: QueryState<R>,
  call: CallOptions | undefined,
  visit: (row: R) => void,
): Promise<void> {
  for await (const { items } of readGroups(state, { ...state.options, ...call })) for (const row of items) visit(row);
}

function readGroups<R>(state: QueryState<R>, call: CallOptions): AsyncGenerator<DecodedPage<R>, void> {
  const limit = state.limit ?? Number.POSITIVE_INFINITY;
  return pagesOf(responsesOf(state, call), rowDecoder(state), limit, otherDefinition(state));
}

function responsesOf<R>(state: QueryState<R>, call: CallOptions): AsyncIterable<QueryResponse> {
  const request = buildRequest(state, checkedPlan(state), call);
  if (!isUnordered(state)) return readResponses(request, { filter: 0 });
  return state.readInParallel(
    request,
    (partitionKey, rowKeys) => checkedPlan({ ...limitedTo(state, rowKeys), partitionKey }),
    state.partitionKey,
  );
}

/** Returns the state of the same query, limited to the RowKeys in a range; one that matches no row if it asks for another RowKey. */
function limitedTo<R>(state: QueryState<R>, range: TextRange | undefined): QueryState<R> {
  const { rowKey } = state;
  if (range === undefined) return state;
  if (!("eq" in rowKey)) return { ...state, rowKey: intersect(rowKey, range) };
  const { ge = "", lt } = range;
  const isWithin = rowKey.eq >= ge && (lt === undefined || rowKey.eq < lt);
  return isWithin ? state : { ...state, filter: false };
}

/**
 * Returns whether the responses of a query come in no order, so that it has no pages. That is so for a parallel query, unless a condition
 * names the only partition to read.
 */
export function isUnordered<R>(
  state: QueryState<R>,
): state is QueryState<R> & Required<Pick<QueryState<R>, "readInParallel">> {
  return state.readInParallel !== undefined && !("eq" in state.partitionKey);
}

/**
 * Returns the request for the rows of a query.
 * @param size the maximum number of rows in one response; undefined for as many as the service returns
 */
export function buildRequest<R>(
  state: QueryState<R>,
  plan: QueryPlan,
  { signal, timeoutMs }: CallOptions,
  size?: number,
): QueryRequest {
  const { connection, reader, options, limit } = state;
  const { metadata, isExact, hidden, second } = reader;
  const max = Number.POSITIVE_INFINITY;
  const isLimited = size !== undefined || limit !== undefined;
  const decodeFirst = second && scopedDecoder(state, second.decode);
  return {
    connection,
    plan,
    metadata,
    isExact,
    hidden,
    isRequested: rowsInScope(state.partitionKey, state.rowKey),
    follow:
      decodeFirst &&
      ((rows, call) => {
        const found = rows.map(decodeFirst).filter((row) => row !== undefined);
        return second.readRows(found, call);
      }),
    top: isLimited ? Math.min(size ?? max, limit ?? max, connection.limits.pageSize) : undefined,
    limit,
    prefetch: options.prefetch ?? 1,
    call: { signal, timeoutMs },
  };
}

type Decode<R> = (row: EntityPayload) => R | undefined;

/**
 * Returns a function that decodes a row of a response. It throws if the query did not ask for the row, and returns undefined if the row is
 * to be skipped.
 */
export function rowDecoder<R>(state: QueryState<R>): Decode<R> {
  const { decode, decodeFormer, second } = state.reader;
  if (second !== undefined) return decode;
  if (!state.options.formerKeys || decodeFormer === undefined) return scopedDecoder(state, decode);
  return scopedDecoder(state, (row) => decodeFormer(row) ?? decode(row));
}

/**
 * If a row cannot be decoded, returns whether to skip it. It is skipped if its keys are not those of the definition, and a notice in the
 * table says that the entity has other keys now.
 */
export function otherDefinition<R>({
  connection,
  reader,
  options: { signal, timeoutMs },
  partitionKey,
  rowKey,
  isRowKeyChosen,
}: QueryState<R>): (row: EntityPayload, error: unknown) => Promise<boolean> {
  // If the notice cannot be read, there is none. The caller then learns of the row.
  const isChanged = (schema: AnySchema) =>
    hasOtherKeysNow(connection, schema, { signal, timeoutMs }).catch((failure: unknown) => {
      if (isTableError(failure)) return false;
      throw failure;
    });
  return async (row, error) => {
    if (!rowsInScope(partitionKey, isRowKeyChosen ? rowKey : {})(row)) return false;
    for (const schema of reader.schemasOf?.(row) ?? [])
      if (hasOtherKeys(schema, row, error) && (await isChanged(schema))) return true;
    return false;
  };
}

function scopedDecoder<S, R>(state: QueryState<S>, decode: Decode<R>): Decode<R> {
  const { reader, partitionKey, rowKey, isRowKeyChosen, matches } = state;
  // The decoder checks that a row belongs to its entity class. So the RowKey has to be checked here only if the query was limited to some
  // RowKeys of that class.
  const isInScope = rowsInScope(partitionKey, isRowKeyChosen ? rowKey : {});
  const expiry = skippedExpiry(state);
  return (row) => {
    if (expiry?.isExpired(row)) return undefined;
    if (isInScope(row)) return matches?.(row.RowKey) === false ? undefined : decode(row);
    const error = unrequestedRowError(reader.nameOf(row), row, queryText(reader.table, planQuery(state).filters));
    return decodeUnrequestedRow(error, row, undefined, reader.onMismatch, () => decode(row));
  };
}
