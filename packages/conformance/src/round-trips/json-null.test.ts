import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { compileEntities } from "../key-shapes/compile-entities.js";

const definition = `export const Setting = entity({ table: "Settings",
  properties: { id: edm.string({ maxLength: 20 }), value: edm.json<unknown>(), maybe: edm.json<unknown>().optional() },
  partitionKey: (k) => [k.id], rowKey: () => ["s"] });`;

/** Creates a client of one row whose JSON properties are null. */
function start() {
  const row = { PartitionKey: "a", RowKey: "s", id: "a", value: "null", maybe: "null" };
  const tables = createTableService({ tables: { Settings: [row] } });
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  const [Setting] = compileEntities([definition]).classes ?? [];
  if (Setting === undefined) throw new Error("The definition has errors.");
  const stored = () => service.table("Settings").getOrThrow({ partitionKey: "a", rowKey: "s" });
  return { settings: service.entities(Setting as never) as never as Settings, stored };
}

interface Settings {
  getOrThrow(key: object): Promise<{ readonly $etag: string }>;
  replace(entity: object, options: object): Promise<unknown>;
  modify(key: object, change: () => object): Promise<unknown>;
  merge(key: object, changes: object, options: object): Promise<unknown>;
}

const texts = async (stored: ReturnType<typeof start>["stored"]) => {
  const { properties } = await stored();
  return [properties["value"]?.value, properties["maybe"]?.value];
};

it("JSON that is null is read as null, and stays when the row is written back", async () => {
  const { settings, stored } = start();
  const read = await settings.getOrThrow({ id: "a" });
  expect(read).toMatchObject({ value: null, maybe: null });
  await settings.replace(read, { ifMatch: read.$etag });
  expect(await texts(stored)).toEqual(["null", "null"]);
});

it("JSON that is null stays when other properties change, and can be written", async () => {
  const { settings, stored } = start();
  await settings.modify({ id: "a" }, () => ({ set: { value: 1 } }));
  expect(await texts(stored)).toEqual(["1", "null"]);
  await settings.merge({ id: "a" }, { value: null }, { ifMatch: "*" });
  expect(await texts(stored)).toEqual(["null", "null"]);
});
