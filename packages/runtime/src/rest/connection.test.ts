import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { SharedKeyCredential } from "../auth/shared-key.js";
import { TableServiceClient } from "../client/table-service-client.js";
import { type HttpResponse, headerValue, type Transport } from "../http/http-message.js";
import { readLines } from "../query/read-payloads.js";
import { testKeys } from "../test/account/shared-key-vectors.js";
import { stubResponse } from "../test/account/stub-transport.js";
import { orderRow } from "../test/order-rows.js";
import { Order } from "../test/shop/index.js";

const init = {
  customerId: "C1",
  placedAt: new Date(0),
  orderNo: 7,
  total: 1,
  sequence: 1n,
  currency: "EUR",
} as const;

function ordersOver(transport: Transport) {
  const credential = new SharedKeyCredential("a", testKeys.myaccount);
  const retry = { baseDelayMs: 1 };
  return new TableServiceClient("https://a.table.core.windows.net", credential, { transport, retry }).entities(Order);
}

it("leaves secrets out of an error, and all else in it", async () => {
  const orders = ordersOver(async ({ headers }) => {
    const sent = headerValue(headers, "authorization");
    const value = `0:The entity exists.\\nSent: größe \\n${sent?.split(":")[1]} ${sent}\nRequestId:d1\nTime:2021`;
    const body = { "odata.error": { code: "EntityAlreadyExists", message: { lang: "en-US", value } } };
    return stubResponse(409, ["x-ms-request-id", "d1"], JSON.stringify(body));
  });
  await expect(orders.insert(init)).rejects.toMatchObject({
    code: "entity.already-exists",
    serviceCode: "EntityAlreadyExists",
    requestId: "d1",
    message: expect.stringContaining(
      "The entity exists.\\nSent: größe \\n[redacted] SharedKeyLite a:[redacted]. (request d1)",
    ),
  });
});

describe("a row that cannot be read, beside bytes that look like a signature", () => {
  const bytes = Buffer.alloc(1000, 7).toString("base64");
  const healthy = { PartitionKey: "p", RowKey: "a", "v@odata.type": "Edm.Binary", v: bytes };
  const broken = (w: string) => ({ PartitionKey: "p", RowKey: "z", "w@odata.type": "Edm.DateTime", w });
  const tableOver = (...value: readonly object[]) => {
    const transport = async () => stubResponse(200, [], JSON.stringify({ value }));
    const credential = new SharedKeyCredential("a", testKeys.myaccount);
    return new TableServiceClient("https://a.table.core.windows.net", credential, { transport }).table("Shop");
  };

  it("is named, with its property and value", async () => {
    await expect(readLines(tableOver(healthy, broken("yesterday")).scan())).rejects.toMatchObject({
      code: "decode.malformed",
      property: "w",
      message: expect.stringContaining('Shop.w of row ("p", "z") is stored as "yesterday"'),
    });
  });

  it.each([
    ["the key", testKeys.myaccount],
    ["a part of it", testKeys.myaccount.slice(0, 30)],
    ["a signature", Buffer.alloc(32, 3).toString("base64")],
    ["a part of one", Buffer.alloc(32, 3).toString("base64").slice(0, 24)],
  ])("is named without its value where that contains %s", async (_, secret) => {
    const error = await readLines(tableOver(healthy, broken(`at ${secret} hours`)).scan()).catch(String);
    expect(error).toContain('Shop.w of row ("p", "z") is stored as "at [redacted]');
    expect(error).not.toContain(secret.slice(0, 22));
  });
});

it("names what is wrong with a large page, without the secrets in its headers", async () => {
  const key = testKeys.myaccount;
  const note = "x".repeat(20_000);
  const value = Array.from({ length: 50 }, (_, n) => ({ ...orderRow(n), note }));
  const repeated = ["x-ms-continuation-NextPartitionKey", "again"];
  const repeating = ordersOver(async () => stubResponse(200, repeated, JSON.stringify({ value })));
  await expect(repeating.query({ customerId: "C1" }).count()).rejects.toMatchObject({
    code: "response.malformed",
    message: expect.stringContaining("repeats the continuation of its request"),
  });
  const rowless = ordersOver(async () => stubResponse(200, ["echo", key], JSON.stringify({ value: [...value, key] })));
  await expect(rowless.query({ customerId: "C1" }).count()).rejects.toMatchObject({
    code: "response.malformed",
    message: expect.stringContaining('entry 50 of its "value" is not a row with its keys'),
  });
  const broken = ordersOver(async () => stubResponse(200, [], `{"value":["${note.repeat(50)}","${key}`));
  const error: Error = await broken
    .query({ customerId: "C1" })
    .count()
    .catch((thrown) => thrown);
  expect(error.message).toContain("is not the JSON of a Table service");
  expect(inspect(error)).not.toContain(key.slice(0, 20));
});

describe("a transport that gives no response", () => {
  it.each([undefined, null, {}, { status: 200 }, { status: 200, headers: {}, body: "" }])(
    "fails the call, and a write ambiguously: %j",
    async (response) => {
      const orders = ordersOver(async () => response as HttpResponse);
      const failure = { code: "request.failed", message: expect.stringContaining("returned no response with status") };
      await expect(orders.get(init)).rejects.toMatchObject({ ...failure, ambiguous: false });
      await expect(orders.insert(init)).rejects.toMatchObject({ ...failure, ambiguous: true });
    },
  );
});
