import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { CodedOrder } from "../../../generator/src/emit/golden/codes/expected/index.js";
import { Session } from "../../../generator/src/emit/golden/ttl/expected/index.js";
import { analyze } from "./analyze.js";

function open() {
  const tables = createTableService();
  return TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
}

it("shows the names of codes, and asks for their codes", async () => {
  const service = open();
  await service.createTables([CodedOrder]);
  const orders = service.entities(CodedOrder);
  await orders.insert({ region: "north", status: "paid", channel: "shop", orderNo: 1 });
  await orders.insert({ region: "north", status: "open", channel: "web", orderNo: 2, previous: "written off" });
  const run = (text: string) => analyze(service, { CodedOrder }).sql(text);
  expect(await run("SELECT status, channel, priority, previous FROM CodedOrder ORDER BY orderNo").toArray()).toEqual([
    { status: "paid", channel: "shop", priority: "low", previous: null },
    { status: "open", channel: "web", priority: "low", previous: "written off" },
  ]);
  const open1 = run("SELECT orderNo FROM CodedOrder WHERE region = 'north' AND status = 'open'");
  expect(await open1.explain()).toMatchObject([{ filters: [expect.stringContaining("PartitionKey eq 'N!00'")] }]);
  expect(await open1.toArray()).toEqual([{ orderNo: 2 }]);
  const previous = run("SELECT orderNo FROM CodedOrder WHERE previous IN ('written off', 'paid')");
  expect(await previous.explain()).toMatchObject([{ filters: [expect.stringContaining("previous eq 9")] }]);
  expect(await previous.toArray()).toEqual([{ orderNo: 2 }]);
  expect(await run("SELECT orderNo FROM CodedOrder WHERE status > 'open'").toArray()).toEqual([{ orderNo: 1 }]);
  expect(await run("SELECT orderNo FROM CodedOrder WHERE status = 'lost'").toArray()).toEqual([]);
});

it("leaves expired entities out", async () => {
  const service = open();
  await service.createTables([Session]);
  for (const [id, expiresAt] of [
    ["gone", new Date(0)],
    ["live", new Date("2999-01-01")],
  ] as const)
    await service.entities(Session).insert({ user: "ann", id, expiresAt });
  expect(await analyze(service, { Session }).sql("SELECT id FROM Session").toArray()).toEqual([{ id: "live" }]);
});
