import { isBulkError, TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { Readings } from "./readings.js";
import { Reading, type ReadingInit } from "./tables.gen/index.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
const readings = new Readings(service);

const deviceId = "d1";
const all = { ge: new Date("2026-01-01"), lt: new Date("2027-01-01") };
const reading = (at: string, celsius = 1): ReadingInit => ({ deviceId, at: new Date(at), celsius });

async function newestFirst(ge: string, lt: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { at } of readings.newestFirst(deviceId, { ge: new Date(ge), lt: new Date(lt) })) {
    found.push(at.toISOString().slice(0, 10));
  }
  return found;
}

beforeEach(async () => {
  tables.reset();
  await service.createTables([Reading]);
});

describe("ingest", () => {
  const day = 86_400_000;
  const days = Array.from({ length: 365 }, (_, n) => ({
    deviceId,
    at: new Date(all.ge.getTime() + n * day),
    celsius: n,
  }));

  it("stores what is sent twice once", async () => {
    expect(await readings.ingest(days)).toBe(365);
    expect(await readings.ingest(days)).toBe(365);
    expect(await service.entities(Reading).scan().count()).toBe(365);
  });

  it("puts each month of a device into a partition of its own", async () => {
    await readings.ingest([reading("2026-01-31T23:59:59.999Z"), reading("2026-02-01T00:00:00Z")]);
    const keys = tables.dump()["Readings"]?.map((row) => row["PartitionKey"]);
    expect(keys).toEqual(["d1!2026-01", "d1!2026-02"]);
  });

  it("stores the others where one is refused, and names that one", async () => {
    const source = [reading("2026-01-01"), { deviceId, at: new Date(Number.NaN), celsius: 1 }, reading("2026-01-02")];
    const failure = await readings.ingest(source).catch((error: unknown) => error);
    if (!isBulkError(failure)) throw failure;
    expect(failure.failures.map(({ index }) => index)).toEqual([1]);
    expect(await newestFirst("2026-01-01", "2027-01-01")).toEqual(["2026-01-02", "2026-01-01"]);
  });
});

describe("the readings of a range", () => {
  beforeEach(async () => {
    await readings.ingest(
      ["2026-01-10", "2026-01-20", "2026-02-10", "2026-04-10", "2026-04-30"].map((at) => reading(at)),
    );
    await readings.ingest([{ deviceId: "d2", at: new Date("2026-02-11"), celsius: 99 }]);
  });

  it("come newest first, over the months", async () => {
    expect(await newestFirst("2026-01-20", "2026-04-30")).toEqual(["2026-04-10", "2026-02-10", "2026-01-20"]);
    expect(await newestFirst("2026-03-01", "2026-04-01")).toEqual([]);
    expect(await newestFirst("2026-02-01", "2026-02-01")).toEqual([]);
  });

  it("are read month by month, no older one than needed", async () => {
    tables.clearRequests();
    for await (const { at } of readings.newestFirst(deviceId, all)) {
      expect(at).toEqual(new Date("2026-04-30"));
      break;
    }
    const months = tables.requests.map(({ url }) => /d1!2026-\d\d/.exec(decodeURIComponent(url))?.[0]);
    expect(months.at(-1)).toBe("d1!2026-04");
  });

  it("have a mean", async () => {
    expect(await readings.mean(deviceId, all)).toBe(1);
    expect(await readings.mean("d2", all)).toBe(99);
    expect(await readings.mean("d3", all)).toBeUndefined();
  });
});

it("a month is deleted without touching the next", async () => {
  await readings.ingest([reading("2026-01-10"), reading("2026-01-31"), reading("2026-02-01")]);
  expect(await readings.deleteMonth(deviceId, new Date("2026-01-15"))).toBe(2);
  expect(await newestFirst("2026-01-01", "2027-01-01")).toEqual(["2026-02-01"]);
});
