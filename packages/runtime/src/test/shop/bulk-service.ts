import type { BulkItem, BulkOptions, BulkOutcome } from "../../bulk/bulk.js";
import { TableServiceClient } from "../../client/table-service-client.js";
import type { HttpRequest } from "../../http/http-message.js";
import { errorResponse, recordedETag, recordingTransport, type StubResponse } from "../recording-transport.js";
import { changesetResponse } from "../transaction-response.js";
import { OrderLine, type OrderLineTypes } from "./index.js";

export type Item = BulkItem<OrderLineTypes>;

export const line = (lineNo: number, customerId = "C1") => ({ customerId, orderNo: 1, lineNo, sku: "A", quantity: 1 });
export const inserts = (count: number, customers = 1): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    insert: line(Math.floor(index / customers) + 1, `C${index % customers}`),
  }));

/** Returns the addresses of the rows that a request writes. */
export function rowsOf({ url, body }: HttpRequest): string[] {
  if (!url.endsWith("/$batch"))
    return [/"RowKey":"([^"]*)"/.exec(String(body))?.[1] ?? /RowKey='([^']*)'/.exec(url)?.[1] ?? ""];
  return [...String(body).matchAll(/"RowKey":"([^"]*)"|^DELETE .*RowKey='([^']*)'/gm)].map(([, a, b]) => a ?? b ?? "");
}

/** Simulates a service that accepts every write, except those that `refuse` rejects. */
export function service(
  refuse: (row: string, request: HttpRequest) => [status: number, code: string] | undefined = () => undefined,
) {
  return recordingTransport((request): StubResponse => {
    const rows = rowsOf(request);
    const index = rows.findIndex((row) => refuse(row, request) !== undefined);
    const [status, code] = refuse(rows[index] ?? "", request) ?? [];
    if (!request.url.endsWith("/$batch"))
      return status === undefined || code === undefined ? {} : errorResponse(status, code);
    if (status === undefined)
      return changesetResponse(...rows.map(() => `HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`));
    const error = JSON.stringify({ "odata.error": { code, message: { lang: "en-US", value: `${index}:Refused.` } } });
    return changesetResponse(`HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\n\r\n${error}\r\n`);
  });
}

export async function run(
  transport: ReturnType<typeof recordingTransport>,
  items: AsyncIterable<Item> | Iterable<Item>,
  options?: BulkOptions,
): Promise<BulkOutcome<Item>[]> {
  const client = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  const outcomes: BulkOutcome<Item>[] = [];
  for await (const outcome of client.entities(OrderLine).bulk(items, options)) outcomes.push(outcome);
  return outcomes;
}

export const rowKey = (lineNo: number) => `line!0000000001!${String(lineNo).padStart(4, "0")}`;
