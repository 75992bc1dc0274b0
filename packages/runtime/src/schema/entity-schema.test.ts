import { describe, expect, it } from "vitest";
import { edm, entity } from "../../../generator/src/definition/index.js";
import { TableServiceClient } from "../client/table-service-client.js";
import { standardSchema } from "../standard-schema.js";
import { recordingTransport } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";

const transport = recordingTransport(() => ({}));
const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
const partition = Order.partition({ customerId: "C1" });

describe("the definition from a .table.ts file in place of the generated class", () => {
  const definition = entity({
    table: "Shop",
    properties: { id: edm.string() },
    partitionKey: (k) => [k.id],
    rowKey: () => ["a"],
  }) as never;

  it.each<[string, () => unknown]>([
    ["entities", () => service.entities(definition)],
    ["createTables", () => service.createTables([definition])],
    ["transaction, as its partition", () => service.transaction(definition, () => undefined)],
    ["transaction, in an operation", () => service.transaction(partition, (tx) => tx.insert(definition, {}))],
    ["partition", () => service.partition(definition)],
    ["a query of several kinds", () => service.partition(partition).query(definition)],
    ["deletePartition", () => service.deletePartition(definition)],
    ["standardSchema", () => standardSchema(definition)],
  ])("is named, with what to import: %s", async (_, call) => {
    const message = expect.stringContaining(
      "got the definition of an entity in the table Shop, from its .table.ts file. Import the class that `npx tablewright generate` writes.",
    );
    await expect((async () => call())()).rejects.toMatchObject({ code: "value.wrong-type", message });
    expect(transport.requests).toEqual([]);
  });
});

it.each([undefined, {}, { table: 5 }, { table: "Shop", rows: [] }])(
  "says what it got for anything else: %j",
  (given) => {
    expect(() => service.entities(given as never)).toThrow(
      /such as Order of tables\.gen, but got (undefined|an object)\.$/,
    );
  },
);

it.each([undefined, null, {}, { partitionKey: "p" }, { partitionKey: 5, values: {} }])(
  "takes only partitions of a generated class: %j",
  (given) => {
    expect(() => service.partition(given as never)).toThrow(
      /^Expected a partition of a generated class, such as Order\.partition\(\{ … \}\), but got (undefined|null|an object)\.$/,
    );
  },
);
