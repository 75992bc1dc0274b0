import { describe, expect, it } from "vitest";
import { TableServiceClient } from "../../client/table-service-client.js";
import { partitionOf } from "../../codec/entity-keys.js";
import { isTransactionError } from "../../errors/transaction-error.js";
import { schema } from "../../schema/define-schema.js";
import type { EntityTypes } from "../../schema/entity-schema.js";
import { string } from "../../schema/property.js";
import { Account } from "../../test/company/index.js";
import { errorResponse, recordedETag, recordingTransport } from "../../test/recording-transport.js";
import { Order, OrderLine } from "../../test/shop/index.js";
import { changesetResponse } from "../../test/transaction-response.js";
import type { Transaction } from "./transaction.js";

const placedAt = new Date("2024-05-06T07:08:09.123Z");
const order = (orderNo: number) => ({ placedAt, orderNo, total: 1, sequence: 6n, currency: "EUR" }) as const;
const line = (lineNo: number) => ({ orderNo: 8, lineNo, sku: "A", quantity: 2 });
const partition = Order.partition({ customerId: "C1" });
const written = `HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`;
const deleted = "HTTP/1.1 204 No Content\r\n\r\n";

type Build = (tx: Transaction<"Shop/cust!{customerId}">) => void;

function shop(...responses: string[]) {
  const transport = recordingTransport(() => changesetResponse(...responses));
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  return { transport, run: (build: Build) => service.transaction(partition, build) };
}

describe("transaction", () => {
  it("sends all its operations in one request, completed by the partition, and gives results by position", async () => {
    const { transport, run } = shop(written, written, written, written, written, deleted);
    const results = await run((tx) => {
      tx.insert(Order, order(8));
      tx.insert(OrderLine, line(1));
      tx.insertOrMerge(OrderLine, line(2));
      tx.insertOrReplace(OrderLine, line(3));
      tx.merge(OrderLine, { orderNo: 8, lineNo: 4 }, { sku: "B" }, { ifMatch: recordedETag });
      tx.delete(OrderLine, { orderNo: 8, lineNo: 5 }, { ifMatch: "*" });
    });
    expect(results.map(({ $etag }) => $etag)).toEqual([...Array(5).fill(recordedETag), undefined]);
    const [request, ...others] = transport.requests;
    expect(others).toEqual([]);
    expect(request?.url).toBe("http://127.0.0.1:10002/devstoreaccount1/$batch");
    const body = String(request?.body);
    expect(body.match(/^(POST|PUT|PATCH|DELETE) /gm)).toEqual([
      "POST ",
      "POST ",
      "PATCH ",
      "PUT ",
      "PATCH ",
      "DELETE ",
    ]);
    const rows = [...body.matchAll(/^\{.*\}$/gm)].map(([json]) => JSON.parse(json) as Record<string, unknown>);
    expect(rows).toHaveLength(5);
    for (const row of rows) expect(row).toMatchObject({ PartitionKey: "cust!C1", RowKey: expect.any(String) });
    expect(rows[0]).toMatchObject({ customerId: "C1", kind: "order", RowKey: expect.stringMatching(/^order!/) });
    expect(rows[1]).toMatchObject({ customerId: "C1", kind: "line" });
    expect(body).not.toContain("Timestamp");
  });

  it("fills in only what a row lacks: a value of another partition stays, and is refused", async () => {
    const [region, site, id] = [string("region"), string("site"), string("id")];
    type Values = Readonly<Record<"region" | "site" | "id", string>>;
    const meter = schema<EntityTypes & { readonly partition: Values; readonly rowKey: Values }>({
      name: "Meter",
      scope: "Meters/{region}!{site}",
      partitionKey: () => [region, site],
      rowKey: () => [id],
      properties: [region, site, id],
      encode: () => "",
      decode: () => Object.create(null),
      class: () => Object,
    });
    const transport = recordingTransport(() => changesetResponse(written));
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    const run = (row: object) =>
      service.transaction(partitionOf(meter, { region: "eu", site: "a" }), (tx) => tx.insert({ $schema: meter }, row));
    await run({ region: "eu", id: "1" });
    await expect(run({ region: "us", id: "1" })).rejects.toMatchObject({
      code: "transaction.other-partition",
      key: { partitionKey: "us!a" },
    });
  });

  it("takes an instance of the partition and refuses one of another, also as a row key", async () => {
    const own = new Order({ customerId: "C1", ...order(8) });
    const foreign = new Order({ customerId: "C2", ...order(8) });
    const { transport, run } = shop(written);
    await run((tx) => tx.insert(Order, own));
    for (const build of [
      (tx) => tx.insert(Order, foreign),
      (tx) => tx.merge(Order, foreign, { paid: true }, { ifMatch: "*" }),
      (tx) => tx.delete(Order, foreign, { ifMatch: "*" }),
    ] satisfies Build[]) {
      await expect(run(build)).rejects.toMatchObject({
        code: "transaction.other-partition",
        index: 0,
        entity: "Order",
        key: { partitionKey: "cust!C2" },
      });
    }
    expect(transport.requests).toHaveLength(1);
  });

  it.each<[string, string, number, Build]>([
    ["no operation", "transaction.empty", -1, () => undefined],
    [
      "the same row twice",
      "transaction.duplicate-row",
      2,
      (tx) => {
        tx.insert(Order, order(8));
        tx.insert(OrderLine, line(1));
        tx.delete(OrderLine, { orderNo: 8, lineNo: 1 }, { ifMatch: "*" });
      },
    ],
    [
      "101 operations",
      "transaction.too-many-operations",
      100,
      (tx) => {
        for (let lineNo = 1; lineNo <= 101; lineNo++) tx.insert(OrderLine, line(lineNo));
      },
    ],
  ])("refuses %s before sending", async (_, code, index, build) => {
    const { transport, run } = shop();
    await expect(run(build)).rejects.toMatchObject(index < 0 ? { code } : { code, index });
    expect(transport.requests).toHaveLength(0);
  });

  it.each([
    ["storage", 4 * 1024 * 1024],
    ["cosmos", 2 * 1024 * 1024],
  ] as const)("takes as many bytes as %s does, and refuses one more before sending", async (kind, limit) => {
    const transport = recordingTransport(() => changesetResponse(...Array(100).fill(written)));
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", {
      transport,
      retry: false,
      kind,
    });
    const fill =
      (notes: readonly string[]): Build =>
      (tx) => {
        for (const [orderNo, note] of notes.entries()) tx.insert(Order, { ...order(orderNo), note });
      };
    const notes: string[] = Array(100).fill("");
    await service.transaction(partition, fill(notes));
    let room = limit - Buffer.byteLength(String(transport.requests[0]?.body));
    for (let index = 0; room > 0; index++) {
      // Characters of three bytes each. A string of 32,768 of them would itself be too long.
      const characters = Math.min(Math.floor(room / 3), 20_000);
      notes[index] = characters === 0 ? "x".repeat(room) : "語".repeat(characters);
      room -= Buffer.byteLength(notes[index] ?? "");
    }
    await service.transaction(partition, fill(notes));
    expect(Buffer.byteLength(String(transport.requests[1]?.body))).toBe(limit);
    notes[99] = `${notes[99]}x`;
    await expect(service.transaction(partition, fill(notes))).rejects.toMatchObject({
      code: "transaction.too-large",
      index: 99,
      message: expect.stringContaining(`${limit + 1} bytes; the limit is ${limit}`),
    });
    expect(transport.requests).toHaveLength(2);
  });

  it("is not sent when an operation was refused and the callback went on", async () => {
    const { transport, run } = shop(written);
    const build: Build = (tx) => {
      try {
        tx.insert(Order, { ...order(8), total: "1" as never });
      } catch {
        tx.insert(Order, order(9));
      }
    };
    await expect(run(build)).rejects.toMatchObject({ code: "value.wrong-type", entity: "Order", property: "total" });
    await expect(run(build)).rejects.toThrow(
      'Operation 0 of the transaction: Order.total is "1"; Edm.Double takes a number',
    );
    expect(transport.requests).toHaveLength(0);
  });

  it("refuses a misspelt property by name, and a merge of nothing", async () => {
    const { transport, run } = shop(written);
    const any = { ifMatch: "*" } as const;
    const misspelt = { ...line(1), quantty: 2 };
    const builds: Build[] = [
      (tx) => tx.insert(OrderLine, misspelt),
      (tx) => tx.insertOrMerge(OrderLine, misspelt),
      (tx) => tx.insertOrReplace(OrderLine, misspelt),
      (tx) => tx.replace(OrderLine, misspelt, any),
      (tx) => tx.merge(OrderLine, line(1), { quantty: 2 } as never, any),
      (tx) => tx.delete(OrderLine, misspelt, any),
    ];
    for (const build of builds) {
      await expect(run(build)).rejects.toMatchObject({
        code: "value.unknown-property",
        message: 'Operation 0 of the transaction: OrderLine has no property "quantty". Did you mean "quantity"?',
      });
    }
    const nothing: Build = (tx) => tx.merge(OrderLine, line(1), {}, any);
    await expect(run(nothing)).rejects.toMatchObject({ code: "write.nothing", entity: "OrderLine" });
    expect(transport.requests).toHaveLength(0);
  });

  it("refuses a callback that returns a promise, and operations that come after it has returned", async () => {
    const { transport, run } = shop(written);
    await expect(run((async () => undefined) as never)).rejects.toMatchObject({ code: "transaction.asynchronous" });
    await expect(run((() => Promise.reject(new Error("later"))) as never)).rejects.toMatchObject({
      code: "transaction.asynchronous",
    });
    expect(transport.requests).toHaveLength(0);
    let late: (() => void) | undefined;
    await run((tx) => {
      tx.insert(Order, order(8));
      late = () => tx.insert(Order, order(9));
    });
    expect(late).toThrow(expect.objectContaining({ code: "transaction.asynchronous" }));
  });
});

describe("a failed transaction", () => {
  const failure = (status: string, code: string, value: string) =>
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ "odata.error": { code, message: { lang: "en-US", value } } })}\r\n`;
  const build: Build = (tx) => {
    tx.insert(Order, order(8));
    tx.insert(OrderLine, line(1));
  };

  it("names the operation, the entity, the key and the service's code", async () => {
    const { run } = shop(
      failure("409 Conflict", "EntityAlreadyExists", "1:The specified entity already exists.\nRequestId:d1"),
    );
    const error: unknown = await run(build).catch((error) => error);
    expect(isTransactionError(error)).toBe(true);
    expect(error).toMatchObject({
      code: "entity.already-exists",
      index: 1,
      operation: "insert",
      entity: "OrderLine",
      key: { partitionKey: "cust!C1", rowKey: "line!0000000008!0001" },
      status: 409,
      serviceCode: "EntityAlreadyExists",
      requestId: "d1",
      outcome: undefined,
      message: expect.stringMatching(/^Operation 1 of the transaction, insert of OrderLine .*line!0000000008!0001/),
    });
  });

  it("is about the first operation where the service names none", async () => {
    const { run } = shop(failure("412 Precondition Failed", "UpdateConditionNotSatisfied", "Not satisfied."));
    await expect(run(build)).rejects.toMatchObject({ code: "entity.condition-not-met", index: 0, entity: "Order" });
  });

  it("of the whole request is a ServiceError", async () => {
    const transport = recordingTransport(() => errorResponse(413, "RequestBodyTooLarge"));
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    await expect(service.transaction(partition, build)).rejects.toMatchObject({
      name: "ServiceError",
      code: "request.too-large",
    });
  });
});

describe("an operation of an entity with indexes", () => {
  const why =
    "Account has indexes, whose rows follow from the values that were read. Read the entity, then pass { from: entity }";
  const takes = (name: string) =>
    `${name} of Account in a transaction takes { from: entity } or the ETag that was read, not { ifMatch: "*" }: ${why}`;
  const account = { accountId: "a", email: "a@x.org", name: "a" };
  const condition = { ifMatch: "*" } as never;
  const build: Readonly<Record<string, (tx: Transaction<"Company/company!{companyId}">) => void>> = {
    merge: (tx) => tx.merge(Account, { accountId: "a" }, { status: "closed" }, condition),
    replace: (tx) => tx.replace(Account, account, condition),
    delete: (tx) => tx.delete(Account, { accountId: "a" }, condition),
    insertOrMerge: (tx) => tx.insertOrMerge(Account, account, condition),
    insertOrReplace: (tx) => tx.insertOrReplace(Account, account, condition),
  };

  it.each(Object.keys(build))("that is given an ETag says why it needs the entity: %s", async (name) => {
    const transport = recordingTransport(() => ({}));
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    const end = name.startsWith("insert")
      ? ", or { from: undefined } where there is no row."
      : "; its ETag is the condition.";
    await expect(
      service.transaction(Account.partition({ companyId: "C" }), build[name] as never),
    ).rejects.toMatchObject({
      code: "config.invalid-option",
      message: expect.stringContaining(takes(name) + end),
    });
    expect(transport.requests).toEqual([]);
  });

  const read = "pass { from: entity } as a read returned it";
  it.each<[string, unknown, string]>([
    ["merge", { from: undefined }, `but got nothing; ${read}.`],
    ["merge", { from: account }, `but got a copy; ${read}.`],
    ["insertOrMerge", { from: account }, `but got a copy; ${read}, or { from: undefined } where there is no row.`],
    ["insertOrReplace", {}, `but got nothing; ${read}, or { from: undefined } where there is no row.`],
    ["insertOrReplace", undefined, `but got nothing; ${read}, or { from: undefined } where there is no row.`],
  ])("%s with %j says what it needs", async (name, given, end) => {
    const transport = recordingTransport(() => ({}));
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    const transaction = service.transaction(Account.partition({ companyId: "C" }), (tx) => {
      if (name === "merge") tx.merge(Account, { accountId: "a" }, { status: "closed" }, given as never);
      else tx[name as "insertOrMerge"](Account, account, given as never);
    });
    await expect(transaction).rejects.toMatchObject({
      code: "value.wrong-type",
      message: expect.stringContaining(`${name} of Account in a transaction needs the entity as it was read, ${end}`),
    });
    expect(transport.requests).toEqual([]);
  });

  it("takes { from } alone", async () => {
    const transport = recordingTransport(() => ({}));
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    for (const given of [{ from: "a" }, { form: account }, "from"] as never[]) {
      const transaction = service.transaction(Account.partition({ companyId: "C" }), (tx) =>
        tx.insertOrMerge(Account, account, given),
      );
      await expect(transaction).rejects.toMatchObject({ code: "config.invalid-option" });
    }
    expect(transport.requests).toEqual([]);
  });
});

it.each(["insert", "insertOrMerge", "insertOrReplace"] as const)(
  "%s in a transaction refuses a condition, which plain JavaScript may pass",
  async (name) => {
    const transport = recordingTransport(() => ({}));
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    const condition = { ifMatch: recordedETag } as never;
    const line = { orderNo: 8, lineNo: 4, sku: "A", quantity: 1 };
    const lines = service.transaction(OrderLine.partition({ customerId: "C1" }), (tx) =>
      (tx[name] as (...given: unknown[]) => void).call(tx, OrderLine, line, condition),
    );
    await expect(lines).rejects.toMatchObject({
      code: "config.invalid-option",
      message: expect.stringContaining("ifMatch"),
    });
    const account = { accountId: "a", email: "a@x.org", name: "a" };
    const indexed = service.transaction(Account.partition({ companyId: "C" }), (tx) =>
      (tx[name] as (...given: unknown[]) => void).call(tx, Account, account, condition),
    );
    await expect(indexed).rejects.toMatchObject({ code: "config.invalid-option" });
    expect(transport.requests).toEqual([]);
  },
);
