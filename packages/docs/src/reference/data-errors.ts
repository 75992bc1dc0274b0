import type { TableRow, TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { Badge, Order, Page, Purchase, Ticket } from "../tables.gen/index.js";
import type { ErrorExamples } from "./error-example.js";
import { answering, key, type Lab, order, scope, storedOrder } from "./lab.js";

/** Errors of values, keys, entities and tables. */
export const dataErrors: ErrorExamples<"value" | "entity" | "property" | "key" | "table" | "decode" | "compression"> = {
  "value.missing": {
    help: "Give the property a value, or make it `.optional()` or give it a `default` in the definition.",
    raise: ({ orders }) => orders.insert({ ...order, total: undefined } as never),
  },
  "value.unknown-property": {
    help: "Correct the name; the message suggests the nearest one. To store another property, add it to the definition.",
    raise: ({ orders }) => orders.insert({ ...order, totl: 5 } as never),
  },
  "value.wrong-type": {
    help: "Pass a value of the property's type. For input of unknown shape use `fromJSON`, which reports all problems.",
    raise: ({ orders }) => orders.insert({ ...order, total: "12.5" } as never),
  },
  "value.out-of-range": {
    help: "Pass a value in the range. If the range is too narrow, change `min` or `max`, or use `edm.int64` or `edm.double`.",
    raise: ({ orders }) => orders.insert({ ...order, orderNo: -1 }),
  },
  "value.too-long": {
    help: "Shorten the value, raise `maxLength` or `maxBytes` up to the service's limit, or store the value elsewhere.",
    raise: ({ orders }) => orders.insert({ ...order, customerId: "C".repeat(65) }),
  },
  "value.not-allowed": {
    help: "Use one of the values that the message lists, or add the value to `oneOf`.",
    raise: ({ orders }) => orders.insert({ ...order, currency: "GBP" } as never),
  },
  "value.not-valid": {
    help: "Correct the value; the message says what the schema expects, and `cause` has all its issues.",
    raise: ({ service }) => service.entities(Page).insert({ ...page, settings: { theme: "pink" } as never }),
  },
  "value.asynchronous-schema": {
    help: "Use a schema without asynchronous checks in `edm.json`, and do those before you write.",
    raise: ({ service }) => service.entities(Page).insert({ ...page, author: "ann" }),
  },
  "value.read-only": {
    help: "Leave the property out of the change. To replace a whole row in a transaction or a bulk, read the entity and write a copy of it.",
    raise: ({ service }) =>
      service.entities(Ticket).merge({ team: "a", ticketNo: 1 }, { openedBy: "eve" } as never, { ifMatch: "*" }),
  },
  "value.not-unicode": {
    help: "The text was cut within a character, or is not text. Use `value.toWellFormed()`, or `edm.binary` for bytes.",
    raise: ({ orders }) => orders.insert({ ...order, note: "\ud83d" }),
  },
  "entity.invalid": {
    help: "Read `problems`: each has a code, a property and its own message.",
    raise: ({ orders }) => orders.insert({ ...order, orderNo: -1, currency: "GBP" } as never),
  },
  "entity.too-large": {
    help: "Split the entity into several rows, or store large values in a blob and keep its address.",
    raise: ({ service }) => insertRow(service, Object.fromEntries(numbered(40, () => edm.string("x".repeat(30_000))))),
  },
  "entity.too-many-properties": {
    help: "Store several properties as one `edm.json`, or split the entity into several rows.",
    raise: ({ service }) => insertRow(service, Object.fromEntries(numbered(253, edm.int32))),
  },
  "entity.not-found": {
    help: "Use `get`, which returns undefined. For writes, use `insertOrMerge`, `insertOrReplace` or `modify` with `orInsert`.",
    raise: ({ orders }) => orders.getOrThrow({ ...key, orderNo: 8 }),
  },
  "entity.already-exists": {
    help: "Use `insertOrReplace` or `insertOrMerge` if the row may exist. To change it based on its current value, use `modify` with `orInsert`.",
    raise: ({ orders }) => orders.insert(order),
  },
  "entity.condition-not-met": {
    help: 'Read the entity again and repeat the change, or use `modify`, which does. `ifMatch: "*"` overwrites any version.',
    async raise({ orders }) {
      const { $etag } = await orders.getOrThrow(key);
      await orders.merge(key, { paid: true }, { ifMatch: "*" });
      await orders.merge(key, { note: "late" }, { ifMatch: $etag });
    },
  },
  "entity.wrong-kind": {
    help: "Two definitions have the same key, or another program wrote the row. Read the partition with all its kinds, or with `onUnknownKind`.",
    async raise({ tables, orders }) {
      tables.seed({
        Shop: [{ ...storedOrder({ kind: "invoice" }), RowKey: Order.key({ ...key, orderNo: 9 }).rowKey }],
      });
      await orders.get({ ...key, orderNo: 9 });
    },
  },
  "property.invalid-name": {
    help: "Use letters, digits and `_`, and no digit first. In a definition, `name` sets the stored name.",
    raise: ({ service }) => insertRow(service, { "unit-price": edm.double(5) }),
  },
  "property.reserved-name": {
    help: "Choose another name. Keys are not properties, and the service sets the Timestamp.",
    raise: ({ service }) => insertRow(service, { Timestamp: edm.string("now") }),
  },
  "key.changed": {
    help: "Insert a row with the new key and delete the old one, in a transaction if both are in one partition. To write another row, pass a plain key, or `new Order(…)` in place of a copy of what was read.",
    async raise({ orders }) {
      const read = await orders.getOrThrow(key);
      await orders.delete({ ...read, orderNo: 8 }, { ifMatch: "*" });
    },
  },
  "key.forbidden-character": {
    help: "Generated keys escape such characters, except in `.raw` parts. For `service.table(name)`, encode the key yourself.",
    raise: ({ service }) => service.table("Shop").get({ partitionKey: "a/b", rowKey: "r" }),
  },
  "key.too-long": {
    help: "Shorten the values in the key, and give them a `maxLength`. `.shard(n)` gives a short part for any value.",
    raise: ({ service }) => service.table("Shop").get({ partitionKey: "p".repeat(1_025), rowKey: "r" }),
  },
  "key.empty": {
    help: "Put a literal into the key: Cosmos DB does not accept empty keys.",
    raise: ({ client }) => client({ kind: "cosmos" }).table("Shop").get({ partitionKey: "", rowKey: "r" }),
  },
  "key.malformed": {
    help: "The key has another shape than your definition gives it: compare both in the message. `npx tablewright verify --rows` lists all such rows of the table. If many rows look like this one, the definition may be wrong: correct its `separator`, its literals, or parts that are `.raw`. If the keys had this shape before you changed the definition, `npx tablewright migrate` moves the rows. If another kind of row shares the table, define that as an entity of its own. If only this row is wrong, read it with `service.table(…)`, insert it under the right keys, and delete it, because the key of a row cannot change.",
    raise: () => Order.parseKey({ partitionKey: "cust!C1", rowKey: "7" }),
  },
  "key.not-reversible": {
    help: "Read the property from the entity: a derived part, such as `.lower` or `.month`, does not determine the value.",
    raise: () => Badge.parseKey({ partitionKey: "ann", rowKey: "B1" }),
  },
  "table.invalid-name": {
    help: "Use 3 to 63 letters and digits, and no digit first.",
    raise: ({ service }) => service.tables.create("my-table"),
  },
  "table.reserved-name": {
    help: "Choose another name.",
    raise: ({ service }) => service.tables.create("Tables"),
  },
  "table.not-found": {
    help: "Create it with `service.createTables([…])`, once when the application starts, or check the account and the table's name.",
    raise: ({ service }) => service.entities(Purchase).get({ purchaseId: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" }),
  },
  "table.already-exists": {
    help: "Use `createTables` or `createIfNotExists`, which accept a table that exists.",
    raise: ({ service }) => service.tables.create("Shop"),
  },
  "table.being-deleted": {
    help: "Wait: a deleted table's name is free after about 40 seconds. `createTables` waits for it.",
    async raise({ service }) {
      await service.tables.delete("Shop");
      await service.tables.create("Shop");
    },
  },
  "decode.missing": {
    help: "Give the property a `default`, make it `.optional()`, or supply a value in the client's `onMismatch`.",
    raise: (lab) => readStored(lab, withoutTotal()),
  },
  "decode.wrong-type": {
    help: "Another program wrote the property with another type. Change the builder, rewrite the rows, or convert in `onMismatch`.",
    raise: (lab) => readStored(lab, storedOrder({ total: "12.5" })),
  },
  "decode.not-allowed": {
    help: "Add the stored value to `oneOf`, or replace it in `onMismatch`.",
    raise: (lab) => readStored(lab, storedOrder({ currency: "GBP" })),
  },
  "decode.not-valid": {
    help: "Let the schema accept the stored value too, correct the row, or replace the value in `onMismatch`.",
    async raise({ tables, service }) {
      await service.createTables([Page]);
      const { partitionKey, rowKey } = Page.key(page);
      tables.seed({ Pages: [{ PartitionKey: partitionKey, RowKey: rowKey, ...page, settings: '{"theme":"pink"}' }] });
      return service.entities(Page).get(page);
    },
  },
  "decode.invalid": {
    help: "Read `problems`: each has a code, a property and its own message.",
    raise: (lab) => readStored(lab, storedOrder({ total: "12.5", currency: "GBP" })),
  },
  "decode.key-mismatch": {
    help: "Another program wrote properties that differ from the key. Correct the row, or accept it in `onMismatch`.",
    raise: (lab) => readStored(lab, storedOrder({ orderNo: 8 })),
  },
  "decode.malformed": {
    help: "Correct the stored value, or replace it in `onMismatch`.",
    raise({ client }) {
      const { PartitionKey, RowKey, kind, total, currency } = storedOrder();
      const stored = { "odata.etag": 'W/"1"', PartitionKey, RowKey, kind, total, currency };
      const row = { ...stored, sequence: "five", "sequence@odata.type": "Edm.Int64" };
      const transport = answering(
        200,
        ["content-type", "application/json;odata=minimalmetadata", "x-ms-version", "2019-02-02"],
        JSON.stringify(row),
      );
      return client({ transport }).entities(Order).get(key);
    },
  },
  "compression.not-available": {
    help: 'Use `compress: "gzip"`, run Node.js 22.15 or later for `"zstd"`, or leave `compress` out where the code runs in a browser.',
    async raise({ service }) {
      const { getBuiltinModule } = process;
      process.getBuiltinModule = () => undefined;
      try {
        await service.entities(Page).insert({ ...page, links: ["/a"] });
      } finally {
        process.getBuiltinModule = getBuiltinModule;
      }
    },
  },
};

const page = { site: "example.org", path: "index", html: "<p>" };

function insertRow(service: TableServiceClient, properties: TableRow["properties"]): Promise<unknown> {
  return service.table("Shop").insert({ partitionKey: "p", rowKey: "r", properties });
}

function numbered<V>(count: number, value: (n: number) => V): [name: string, value: V][] {
  return Array.from({ length: count }, (_, n) => [`p${n}`, value(n)]);
}

function withoutTotal() {
  const { total: _, ...rest } = storedOrder();
  return rest;
}

/** Stores an order with these values, as another program could, and reads it. */
async function readStored({ tables, service, orders }: Lab, row: Parameters<typeof tables.seed>[0][string][number]) {
  await service.deletePartition(scope);
  tables.seed({ Shop: [row] });
  await orders.get(key);
}
