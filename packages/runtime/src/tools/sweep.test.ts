import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import { ttl } from "../features/expiry.js";
import type { HttpRequest } from "../http/http-message.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { versionHeader } from "../test/service-headers.js";
import { Order } from "../test/shop/index.js";
import { sweep } from "./sweep.js";

const day = 86_400_000;
const now = Date.UTC(2026, 0, 10);
const expiring = { ttl: Order.$schema.properties["placedAt"], hooks: ttl };

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const etagOf = (time: number) => `W/"datetime'${encodeURIComponent(new Date(time).toISOString())}'"`;
const written = (time: number): StubResponse => ({ status: 204, headers: ["etag", etagOf(time), ...versionHeader] });

/** Sweeps a class like Order with these members of its schema. */
function sweeping(members: object, respond: (request: HttpRequest, index: number) => StubResponse) {
  const transport = recordingTransport(respond);
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  const entity = { $schema: { ...Order.$schema, ...members } };
  const methods = () => transport.requests.map(({ method }) => method);
  return { transport, methods, sweep: (options = {}) => sweep(service, entity as never, options) };
}

function row(customerId: string): object {
  const { partitionKey, rowKey } = Order.key({ customerId, placedAt: new Date(0), orderNo: 1 });
  return { PartitionKey: partitionKey, RowKey: rowKey, kind: "order", "odata.etag": 'W/"read"' };
}

const rows = (...value: readonly object[]): StubResponse => ({ status: 200, body: { value } });

describe("a sweep of an entity with a ttl", () => {
  it("deletes what has expired by now, under the ETag that was read", async () => {
    const { transport, sweep } = sweeping(expiring, ({ method }) => (method === "GET" ? rows(row("a"), row("b")) : {}));
    expect(await sweep({ receipts: false })).toEqual({ deleted: 2, changed: 0, receipts: 0 });
    const [query, ...deletions] = transport.requests;
    expect(decodeURIComponent(query?.url ?? "")).toContain("placedAt le datetime'2026-01-10T00:00:00Z'");
    expect(deletions.map(({ method, headers }) => [method, headers[headers.indexOf("If-Match") + 1]])).toEqual(
      Array(2).fill(["DELETE", 'W/"read"']),
    );
  });

  it("leaves alone what another client has changed or deleted meanwhile", async () => {
    const { sweep } = sweeping(expiring, ({ method, url }) => {
      if (method === "GET") return rows(row("changed"), row("missing"), row("expired"));
      if (url.includes("changed")) return errorResponse(412, "UpdateConditionNotSatisfied");
      return url.includes("missing") ? errorResponse(404, "ResourceNotFound") : {};
    });
    expect(await sweep()).toEqual({ deleted: 1, changed: 1, receipts: 0 });
  });

  it("with dryRun counts, and deletes nothing", async () => {
    const { methods, sweep } = sweeping(expiring, () => rows(row("a"), row("b")));
    expect(await sweep({ dryRun: true })).toEqual({ deleted: 2, changed: 0, receipts: 0 });
    expect(methods()).toEqual(["GET"]);
  });
});

describe("a sweep of receipts", () => {
  /** Sweeps a receipt of this age, which the service renews `renewedMs` after it was written. */
  async function sweepReceipt(ageMs: number, renewedMs = ageMs) {
    const Timestamp = new Date(now - ageMs).toISOString();
    const receipt = { PartitionKey: "p", RowKey: "~r-0123abcd-1", Timestamp, "odata.etag": etagOf(now - ageMs) };
    const { methods, sweep } = sweeping({}, ({ method }) =>
      method === "GET" ? rows(receipt) : method === "DELETE" ? {} : written(now - ageMs + renewedMs),
    );
    return { swept: await sweep(), methods: methods() };
  }

  const receipts = (count: number) => ({ deleted: 0, changed: 0, receipts: count });

  it("deletes those that are a day old, by the clock of the service", async () => {
    expect(await sweepReceipt(day)).toEqual({ swept: receipts(1), methods: ["GET", "PATCH", "DELETE"] });
    expect(await sweepReceipt(day, day - 1)).toEqual({ swept: receipts(0), methods: ["GET", "PATCH"] });
    expect(await sweepReceipt(day - 1)).toEqual({ swept: receipts(0), methods: ["GET"] });
  });

  it("with dryRun sends nothing", async () => {
    const { methods, sweep } = sweeping({}, () => rows());
    expect(await sweep({ dryRun: true })).toEqual(receipts(0));
    expect(methods()).toEqual([]);
  });
});

it("looks for receipts in the tables of the entity and its indexes, also in those that do not exist", async () => {
  const indexes = [{ entry: { ...Order.$schema, table: "Elsewhere" } }, { entry: Order.$schema }];
  const { transport, sweep } = sweeping({ indexes }, () => errorResponse(404, "TableNotFound"));
  expect(await sweep()).toEqual({ deleted: 0, changed: 0, receipts: 0 });
  expect(transport.requests.map(({ url }) => /devstoreaccount1\/(\w+)/.exec(url)?.[1])).toEqual(["Shop", "Elsewhere"]);
});
