import { TableClient } from "@azure/data-tables";
import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { afterEach, expect, it, vi } from "vitest";
import { serveTableService } from "../server/serve-table-service.js";
import { createTableService } from "../service/create-table-service.js";
import { Clock } from "./clock.js";

afterEach(() => vi.useRealTimers());

const year = (value: unknown): string => String(value).slice(0, 4);

it("follows fake timers that were set after the service was made, and the real ones again", async () => {
  const tables = createTableService({ tables: { Shop: [{ PartitionKey: "p", RowKey: "real" }] } });
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  const written = async (rowKey: string) => {
    await service.table("Shop").insert({ partitionKey: "p", rowKey, properties: { n: edm.int64(1n) } });
    return year(tables.dump()["Shop"]?.find(({ RowKey }) => RowKey === rowKey)?.["Timestamp"]);
  };
  const present = year(new Date().toISOString());
  expect(await written("a")).toBe(present);
  vi.useFakeTimers({ now: new Date("2031-01-01T00:00:00Z"), toFake: ["Date"] });
  expect(await written("b")).toBe("2031");
  vi.setSystemTime(new Date("2021-01-01T00:00:00Z"));
  expect(await written("c")).toBe("2021");
  vi.useRealTimers();
  expect(await written("d")).toBe(present);
});

it("of a server in the process of the test accepts a client with a fake clock", async () => {
  const tables = createTableService({ tables: { Shop: [{ PartitionKey: "p", RowKey: "r", n: 1 }] } });
  vi.useFakeTimers({ now: new Date("2031-01-01T00:00:00Z"), toFake: ["Date"] });
  await using server = await serveTableService({ service: tables });
  const client = TableClient.fromConnectionString(server.connectionString, "Shop", { allowInsecureConnection: true });
  await expect(client.getEntity("p", "r")).resolves.toMatchObject({ n: 1 });
});

it("of a server elsewhere takes no notice of the client's with checkDates: false", async () => {
  const now = () => Date.parse("2026-01-01T00:00:00Z");
  vi.useFakeTimers({ now: new Date("2031-01-01T00:00:00Z"), toFake: ["Date"] });
  await using strict = await serveTableService({ now, tables: { Shop: [{ PartitionKey: "p", RowKey: "r" }] } });
  await using lenient = await serveTableService({
    now,
    checkDates: false,
    tables: { Shop: [{ PartitionKey: "p", RowKey: "r" }] },
  });
  const read = ({ connectionString }: { connectionString: string }) =>
    TableClient.fromConnectionString(connectionString, "Shop", { allowInsecureConnection: true }).getEntity("p", "r");
  await expect(read(strict)).rejects.toMatchObject({ statusCode: 403 });
  await expect(read(lenient)).resolves.toMatchObject({ rowKey: "r" });
});

it("never gives the same ticks twice, however often it is set", () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  const clock = new Clock();
  const seen = new Set<bigint>();
  for (let round = 0; round < 2_000; round += 1) {
    vi.setSystemTime((round * 7_919) % 300_000);
    seen.add(clock.nextTicks());
  }
  expect(seen.size).toBe(2_000);
});

it("that was given by the test goes on from its latest ticks where it jumps back", () => {
  let now = 1_000_000;
  const clock = new Clock(() => now);
  const first = clock.nextTicks();
  now -= 900_000;
  expect(clock.nextTicks()).toBe(first + 1n);
});

it("stands, moves and goes on as a test says", () => {
  const tables = createTableService();
  tables.clock.set(new Date("2030-01-01T00:00:00Z"));
  tables.clock.advance(1_500);
  tables.seed({ Shop: [{ PartitionKey: "p", RowKey: "r" }] });
  expect(tables.dump()["Shop"]?.[0]?.["Timestamp"]).toMatch(/^2030-01-01T00:00:01\.5/);
  tables.reset();
  expect(Math.abs(tables.clock.now() - Date.now())).toBeLessThan(1_000);
  expect(() => tables.clock.set(new Date("x"))).toThrow(TypeError);
});
