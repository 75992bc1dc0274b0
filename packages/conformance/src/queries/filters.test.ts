import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  Anything,
  type AnythingInit,
  type AnythingWhere,
} from "../../../generator/src/emit/golden/optional/expected/index.js";
import { startAzurite } from "../azurite.js";
import { matches } from "./matches.js";
import { randomRows } from "./random-rows.js";

/** 10,000 entities with TABLEWRIGHT_SOAK, else a twentieth of them. */
const entityCount = process.env["TABLEWRIGHT_SOAK"] === undefined ? 500 : 10_000;
const filterCount = 500;

interface Target {
  readonly service: TableServiceClient;
  stop(): Promise<void>;
}

async function azurite(): Promise<Target> {
  const server = await startAzurite();
  return { service: TableServiceClient.fromConnectionString(server.connectionString), stop: () => server.stop() };
}

async function strictService(): Promise<Target> {
  const tables = createTableService();
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  return { service, stop: async () => {} };
}

describe.each([
  // Azurite counts no comparisons.
  { name: "Azurite", start: azurite, compares: "azurite" as const, maxComparisons: 500 },
  { name: "the strict service", start: strictService, compares: "exact" as const, maxComparisons: 15 },
])("filters on $name", ({ start, compares, maxComparisons }) => {
  const { properties, where } = randomRows(compares);
  let target: Target;
  let rows: AnythingInit[];

  beforeAll(async () => {
    target = await start();
    await target.service.createTables([Anything]);
    rows = fc
      .sample(properties, { numRuns: entityCount, seed: 1 })
      .map((row, index) => ({ ...row, id: String(index).padStart(5, "0") }));
    const entities = target.service.entities(Anything);
    const pending = rows.values();
    const insertAll = async () => {
      for (const row of pending) await entities.insert(row);
    };
    await Promise.all(Array.from({ length: 16 }, insertAll));
  }, 600_000);

  afterAll(async () => {
    await target.service.close();
    await target.stop();
  });

  const expected = (condition: AnythingWhere) => rows.filter((row) => matches(row, condition)).map((row) => row.id);

  it(`find what they mean in memory: ${filterCount} filters over ${entityCount} entities`, async () => {
    const scan = target.service.entities(Anything).scan({ maxComparisons });
    let found = 0;
    let missed = 0;
    await fc.assert(
      fc.asyncProperty(where, async (condition) => {
        const query = scan.where(condition).select("id");
        fc.pre(query.explain().comparisons <= maxComparisons);
        const ids = (await query.toArray()).map((row) => row.id);
        found += ids.length;
        missed += rows.length - ids.length;
        // A filter that was divided gives its rows part by part.
        expect(ids.sort()).toEqual(expected(condition));
      }),
      { numRuns: filterCount, seed: 1, endOnFailure: true },
    );
    expect(Math.min(found, missed)).toBeGreaterThan((filterCount * entityCount) / 20);
  }, 1_200_000);

  it("with lists beyond the limit of comparisons find each row once", async () => {
    const long = Array.from({ length: 40 }, (_, n) => `${n}`).concat("a", "b", "日本", "a");
    const condition: AnythingWhere = { text: { in: long }, $not: { flag: true } };
    const query = target.service.entities(Anything).scan().where(condition);
    expect(query.explain().filters.length).toBeGreaterThan(2);
    const ids = (await query.toArray()).map((row) => row.id);
    expect(ids.sort()).toEqual(expected(condition));
    expect(ids.length).toBeGreaterThan(0);
  });

  it("count the rows that they find", async () => {
    const condition: AnythingWhere = { small: { gt: 0 }, ratio: { lt: 5 } };
    const query = target.service.entities(Anything).scan().where(condition);
    expect(await query.count()).toBe(expected(condition).length);
    expect(await query.exists()).toBe(expected(condition).length > 0);
  });
});
