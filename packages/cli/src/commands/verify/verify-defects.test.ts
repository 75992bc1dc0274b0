import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TableServiceClient } from "@tablewright/runtime";
import type { SeedEntity } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { loadSchemas } from "../../definitions/load-schema.js";
import { readDefinitions } from "../../definitions/read-definitions.js";
import { processTerminal } from "../../terminal/terminal.js";
import { commandServer } from "../../test/command-server.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { definitions, line, order, session, verifyJson, visit } from "../../test/verified-rows.js";

const server = commandServer();

const project = () => temporaryProject({ "tables/shop.table.ts": definitions });

type Defect = readonly [name: string, row: SeedEntity, code: string, message: string];

const defects: readonly Defect[] = [
  [
    "a PartitionKey with another literal",
    { ...order, PartitionKey: "customer!C1" },
    "key.malformed",
    "The keys do not have the shape (cust!{customerId}, order!{placedAt}!{orderNo}) of Order",
  ],
  [
    "a RowKey without its last part",
    { ...order, RowKey: "order!2516982335999999999" },
    "key.malformed",
    "The keys do not have the shape",
  ],
  [
    "a number of the key that is not padded",
    { ...order, RowKey: "order!2516982335999999999!7" },
    "key.malformed",
    "The keys do not have the shape",
  ],
  [
    "a time of the key that has no digits",
    { ...order, RowKey: "order!2024-01-01!0000000007" },
    "key.malformed",
    "The keys do not have the shape",
  ],
  [
    "an escape in a key that is none",
    { ...order, PartitionKey: "cust!~zz" },
    "key.malformed",
    "The keys do not have the shape",
  ],
  [
    "a guid of the key in upper case",
    { ...visit, RowKey: `home!${session.toUpperCase()}!Ann` },
    "key.malformed",
    "The keys do not have the shape",
  ],
  [
    "the kind of one entity and the keys of another",
    { ...order, RowKey: line.RowKey },
    "key.malformed",
    "The keys do not have the shape",
  ],
  [
    "a property that makes another PartitionKey",
    { ...order, customerId: "C2" },
    "decode.key-mismatch",
    "Order.customerId gives a key other than the stored one",
  ],
  [
    "a property that makes another RowKey",
    { ...order, orderNo: 8 },
    "decode.key-mismatch",
    "Order.orderNo gives a key other than the stored one",
  ],
  [
    "a bucket of another day",
    { ...visit, at: new Date("2024-01-02T05:00:00Z") },
    "decode.key-mismatch",
    "Visit.at gives a key other than the stored one",
  ],
  [
    "a wrong shard",
    { ...visit, PartitionKey: "2024-01-01!0" },
    "decode.key-mismatch",
    "Visit.page gives a key other than the stored one",
  ],
  [
    "a kind that no definition has",
    { ...order, kind: "refund" },
    "entity.wrong-kind",
    'The kind is "refund", which no definition has',
  ],
  ["a row without a kind", { ...order, kind: null }, "entity.wrong-kind", "The row has no kind; its keys match Order"],
  [
    "an Int32 in place of a Double",
    { ...order, "total@odata.type": "Edm.Int32" },
    "decode.wrong-type",
    "Order.total is stored as Edm.Int32, not as Edm.Double",
  ],
  [
    "a Double in place of an Int32",
    { ...order, "orderNo@odata.type": "Edm.Double" },
    "decode.wrong-type",
    "Order.orderNo is stored as Edm.Double, not as Edm.Int32",
  ],
  [
    "an Int32 in place of an Int64",
    { ...order, sequence: 5 },
    "decode.wrong-type",
    "Order.sequence is stored as Edm.Int32, not as Edm.Int64",
  ],
  [
    "a String in place of a DateTime",
    { ...order, placedAt: "2024-01-01T00:00:00Z" },
    "decode.wrong-type",
    "Order.placedAt is stored as Edm.String, not as Edm.DateTime",
  ],
  [
    "a String in place of a Guid",
    { ...order, paymentId: session },
    "decode.wrong-type",
    "Order.paymentId is stored as Edm.String, not as Edm.Guid",
  ],
  [
    "a String in place of a Boolean",
    { ...order, paid: "true" },
    "decode.wrong-type",
    "Order.paid is stored as Edm.String, not as Edm.Boolean",
  ],
  [
    "a String in place of a Binary",
    { ...order, signature: "AQID" },
    "decode.wrong-type",
    "Order.signature is stored as Edm.String, not as Edm.Binary",
  ],
  [
    "an undeclared property",
    { ...order, Total: 5 },
    "property.undeclared",
    "Order does not declare Total, which is stored as Edm.Int32",
  ],
  [
    "a stored property that only the key should have",
    { ...visit, user: "Ann" },
    "property.undeclared",
    "Visit does not declare user, which is stored as Edm.String",
  ],
  [
    "a required property that is missing",
    { ...line, Sku: null },
    "decode.missing",
    "OrderLine.sku is absent, and the definition requires it",
  ],
  [
    "a property of a derived part that is missing",
    { ...visit, page: null },
    "decode.missing",
    "Visit.page is absent, and the definition requires it",
  ],
  [
    "a number outside of its range",
    { ...order, orderNo: 1000, RowKey: "order!2516982335999999999!0000001000" },
    "value.out-of-range",
    "Order.orderNo is not between 1 and 999",
  ],
  ["a number above its maximum", { ...order, discount: 91 }, "value.out-of-range", "Order.discount is more than 90"],
  ["a number below its minimum", { ...order, rating: -1 }, "value.out-of-range", "Order.rating is less than 0"],
  [
    "a text that is too long",
    { ...order, customerId: "123456789", PartitionKey: "cust!123456789" },
    "value.too-long",
    "Order.customerId has more than 8 UTF-16 units",
  ],
  [
    "bytes that are too many",
    { ...order, signature: new Uint8Array(5) },
    "value.too-long",
    "Order.signature has more than 4 bytes",
  ],
  [
    "a value that is none of a choice",
    { ...order, currency: "GBP" },
    "decode.not-allowed",
    'Order.currency is not one of "EUR", "USD"',
  ],
  ["text that is not JSON", { ...order, address: "{city:" }, "decode.malformed", "Order.address is not JSON"],
  [
    "an Int64 that a number does not hold exactly",
    { ...order, weight: 2n ** 60n },
    "decode.malformed",
    "Order.weight is not an integer that a number can represent exactly",
  ],
];

const tableOf = (row: SeedEntity) => (row === line || "customerId" in row ? "Shop" : "Visits");

describe("verify", () => {
  it.each(defects)("finds %s", async (_, row, code, message) => {
    server.service.seed({ Shop: [], Visits: [], Documents: [], [tableOf(row)]: [row] });
    const { findings, rows } = await verifyJson(project().root);
    expect(findings).toMatchObject([
      {
        code,
        message: expect.stringContaining(message),
        rows: 1,
        examples: [{ partitionKey: row.PartitionKey, rowKey: row.RowKey }],
      },
    ]);
    expect(rows).toBe(1);
  });

  it("finds nothing in a table of several kinds, without optional values, and with unknown properties that are kept", async () => {
    const bare = { ...order, RowKey: "order!2516982335999999999!0000000001", orderNo: 1, paid: null };
    const full = {
      ...order,
      paymentId: session,
      "paymentId@odata.type": "Edm.Guid",
      signature: new Uint8Array(4),
      address: "{}",
      weight: 2n ** 50n,
    };
    const inKeys = { ...order, PartitionKey: "cust!C2", customerId: null, orderNo: null, placedAt: null };
    const document = { PartitionKey: "all", RowKey: "d", id: "d", pages: 5, "size@odata.type": "Edm.Double", size: 5 };
    server.service.seed({ Shop: [bare, full, inKeys, line], Visits: [visit], Documents: [document] });
    expect(await verifyJson(project().root)).toEqual({
      ok: true,
      exitCode: 0,
      tables: ["Documents", "Shop", "Visits"],
      rows: 6,
      findings: [],
    });
  });
});

describe("the tables of the examples", () => {
  const examples = new URL("../../../../../examples/", import.meta.url).pathname;
  const at = new Date("2026-05-06T07:08:09.123Z");
  const values: Readonly<Record<string, readonly object[]>> = {
    Stock: [
      { warehouse: "W/1!", article: "a b", onHand: 0 },
      { warehouse: "名", article: "", onHand: 5, remark: "" },
    ],
    Customer: [{ customerId: "C1", 名前: "Ann", since: at }],
    Order: [
      { customerId: "C1", placedAt: at, orderNo: 0, total: 5, sequence: -5n, currency: "EUR", note: "n", paid: true },
    ],
    OrderLine: [{ customerId: "C1", orderNo: 1, lineNo: 1, sku: "", quantity: -1 }],
    Account: [{ accountNo: "1", balance: -(2n ** 63n) }],
    Entry: [{ accountNo: "1", entryNo: 1, amount: 0n, text: "", bookedAt: at }],
  };

  it.each(["optimistic-concurrency", "queries-and-paging", "quickstart", "transactions"])(
    "%s are clean",
    async (name) => {
      const folder = join(examples, name, "tables");
      const { root } = temporaryProject(
        Object.fromEntries(
          readdirSync(folder).map((file) => [`tables/${file}`, readFileSync(join(folder, file), "utf8")]),
        ),
      );
      const found = await readDefinitions(root, undefined, processTerminal(process));
      await using service = TableServiceClient.fromConnectionString(server.connectionString);
      let written = 0;
      for (const $schema of found === undefined ? [] : loadSchemas(found.files, found.generator)) {
        await service.createTables([{ $schema }]);
        for (const value of values[$schema.name] ?? []) {
          const known = Object.entries(value).filter(([property]) => Object.hasOwn($schema.properties, property));
          await service.entities({ $schema }).insert(Object.fromEntries(known));
          written++;
        }
      }
      expect(written).toBeGreaterThan(0);
      expect(await verifyJson(root)).toMatchObject({ ok: true, rows: written, findings: [] });
    },
  );
});
