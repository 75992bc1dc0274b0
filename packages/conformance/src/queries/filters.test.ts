import { TableServiceClient } from "@tablewright/runtime";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  Anything,
  type AnythingInit,
  type AnythingWhere,
} from "../../../generator/src/emit/golden/optional/expected/index.js";
import { type Azurite, startAzurite } from "../azurite.js";
import { matches } from "./matches.js";
import { properties, where } from "./random-rows.js";

/** 10,000 entities with TABLEWRIGHT_SOAK, else a twentieth of them. */
const entityCount = process.env["TABLEWRIGHT_SOAK"] === undefined ? 500 : 10_000;
const filterCount = 500;

let azurite: Azurite;
let service: TableServiceClient;
let rows: AnythingInit[];

beforeAll(async () => {
  azurite = await startAzurite();
  service = TableServiceClient.fromConnectionString(azurite.connectionString);
  await service.createTables([Anything]);
  rows = fc
    .sample(properties, { numRuns: entityCount, seed: 1 })
    .map((row, index) => ({ ...row, id: String(index).padStart(5, "0") }));
  const entities = service.entities(Anything);
  const pending = rows.values();
  const insertAll = async () => {
    for (const row of pending) await entities.insert(row);
  };
  await Promise.all(Array.from({ length: 16 }, insertAll));
}, 600_000);

afterAll(async () => {
  await service.close();
  await azurite.stop();
});

function expected(condition: AnythingWhere): string[] {
  return rows.filter((row) => matches(row, condition)).map((row) => row.id);
}

describe("filters", () => {
  it(`find on Azurite what they mean in memory: ${filterCount} filters over ${entityCount} entities`, async () => {
    const scan = service.entities(Anything).scan({ maxComparisons: 500 });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(where, async (condition) => {
        const ids = (await scan.where(condition).select("id").toArray()).map((row) => row.id);
        found += ids.length;
        expect(ids).toEqual(expected(condition));
      }),
      { numRuns: filterCount, endOnFailure: true },
    );
    expect(found).toBeGreaterThan(0);
  }, 1_200_000);

  it("with lists beyond the limit of comparisons find each row once", async () => {
    const long = Array.from({ length: 40 }, (_, n) => `${n}`).concat("a", "b", "日本", "a");
    const condition: AnythingWhere = { text: { in: long }, $not: { flag: true } };
    const query = service.entities(Anything).scan().where(condition);
    expect(query.explain().filters.length).toBeGreaterThan(2);
    const ids = (await query.toArray()).map((row) => row.id);
    expect(ids.sort()).toEqual(expected(condition));
    expect(ids.length).toBeGreaterThan(0);
  });

  it("count the rows that they find", async () => {
    const condition: AnythingWhere = { small: { gt: 0 }, ratio: { lt: 5 } };
    const query = service.entities(Anything).scan().where(condition);
    expect(await query.count()).toBe(expected(condition).length);
    expect(await query.exists()).toBe(expected(condition).length > 0);
  });
});
