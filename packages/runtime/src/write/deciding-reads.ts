import { checkRequestedRow } from "../codec/decode-entity.js";
import { monotonicNow } from "../http/clock.js";
import { type HttpResponse, headerValue } from "../http/http-message.js";
import { parseTime } from "../platform/time.js";
import type { CallOptions, Connection, Operation } from "../rest/connection.js";
import type { Continuation, QueryEntitiesInput } from "../rest/query-entities.js";
import { getEntity, getExactEntity, queryEntities } from "../rest/query-entities.js";
import { ContinuationTrail } from "../rest/read-response.js";
import type { EntityAddress } from "../rest/request-url.js";
import { mergeEntity, type WriteTarget } from "../rest/write.js";
import type { EntityId, EntityPayload, ETag } from "../schema/entity-schema.js";
import type { DateReading } from "./outcome/write-evidence.js";

/**
 * Returns an operation for reads that decide about a write. It reads from the primary, because the secondary lags behind, and past all
 * caches. Writes, indexes, receipts and bulks use no other reads.
 */
function deciding<Input, Result>(operation: Operation<Input, Result>): Operation<Input, Result> {
  return { ...operation, primaryOnly: true };
}

const getDecidingEntity: typeof getEntity = /* @__PURE__ */ deciding(getEntity);

/** Get Entity, for a row that is written back. Every Edm.Double in the result says its type, so that undeclared properties keep theirs. */
export const getDecidingExactEntity: typeof getEntity = /* @__PURE__ */ deciding(getExactEntity);

const queryDecidingEntities: typeof queryEntities = /* @__PURE__ */ deciding(queryEntities);

/** Reads the rows that a query finds and that decide about writes, one response after another. */
export async function* readDecidingRows(
  connection: Connection,
  input: QueryEntitiesInput,
  options: CallOptions | undefined,
): AsyncGenerator<readonly EntityPayload[], void> {
  const trail = new ContinuationTrail(`a query of table ${input.table}`);
  let continuation: Continuation = {};
  do {
    const { rows, ...next } = await connection.send(queryDecidingEntities, { ...input, ...continuation }, options);
    trail.add([next.nextPartitionKey, next.nextRowKey]);
    yield rows;
    continuation = next;
  } while (continuation.nextPartitionKey !== undefined || continuation.nextRowKey !== undefined);
}

/** Returns a connection with which all reads may decide about writes. */
export function withDecidingReads(connection: Connection): Connection {
  return {
    ...connection,
    send: (operation, input, options) =>
      connection.send(operation.readOnly ? { ...operation, primaryOnly: true } : operation, input, options),
  };
}

/**
 * Reads a row before it is written; undefined if it does not exist. @throws TableError `decode.key-mismatch` for a response with another
 * row
 */
export async function readCurrent(
  connection: Connection,
  { name, table }: WriteTarget,
  { partitionKey, rowKey }: EntityId,
  options: CallOptions | undefined,
  operation: typeof getDecidingEntity = getDecidingEntity,
): Promise<EntityPayload | undefined> {
  const row = await connection.send(operation, { table, partitionKey, rowKey }, options);
  if (row !== undefined) checkRequestedRow(name, row, { partitionKey, rowKey });
  return row;
}

/** Row as it is stored now, undefined if it is missing; and the `Date` of the response, if there is one. */
export interface ReadBack {
  readonly row: EntityPayload | undefined;
  readonly dates: readonly DateReading[];
}

type CurrentRow = Pick<HttpResponse, "headers"> & { readonly row: EntityPayload | undefined };

/** Get Entity for a row that was just written. Fails if the response has another row. */
const getCurrentRow: Operation<EntityAddress, CurrentRow> = /* @__PURE__ */ deciding({
  name: "getEntity",
  readOnly: true,
  request: getDecidingEntity.request,
  parse(response, address) {
    const row = getDecidingEntity.parse(response, address);
    if (row !== undefined) checkRequestedRow(address.table, row, address);
    return { row, headers: response.headers };
  },
});

const operations = {
  ordinary: getCurrentRow,
  once: { ...getCurrentRow, once: true },
  persistent: { ...getCurrentRow, persistent: true },
} as const satisfies Readonly<Record<string, typeof getCurrentRow>>;

/**
 * Attempts of a read: `ordinary` is the client's usual number, `once` is one, `persistent` is any number until the time limit of the call.
 */
export type Attempts = keyof typeof operations;

export async function readBack(
  connection: Connection,
  address: EntityAddress,
  options: CallOptions | undefined,
  attempts: Attempts = "ordinary",
): Promise<ReadBack> {
  const { row, headers } = await connection.send(operations[attempts], address, options);
  if (row?.["odata.etag"] !== undefined) connection.recentWrites.see(address, row["odata.etag"]);
  const date = parseTime(headerValue(headers, "date") ?? "");
  return { row, dates: Number.isNaN(date) ? [] : [{ date, receivedAt: monotonicNow() }] };
}

/**
 * Gives a row a new ETag and a new Timestamp, and changes nothing else. The service then rejects requests in flight under the former
 * ETag.
 * @throws ServiceError if the row no longer has the ETag
 */
export async function renewETag(
  connection: Connection,
  { table, partitionKey, rowKey }: EntityAddress,
  ifMatch: string,
  options: CallOptions | undefined,
): Promise<ETag> {
  const body = JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey });
  const write = { table, partitionKey, rowKey, body, ifMatch };
  const sentAt = monotonicNow();
  const etag = await connection.send(mergeEntity, write, options);
  connection.recentWrites.note(write, etag, sentAt, ifMatch);
  return etag;
}
