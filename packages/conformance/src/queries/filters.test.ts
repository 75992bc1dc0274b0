import fc from "fast-check";
import { beforeAll, expect } from "vitest";
import {
  Anything,
  type AnythingInit,
  type AnythingWhere,
} from "../../../generator/src/emit/golden/optional/expected/index.js";
import { soakCount } from "../soak/soak-count.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict } from "../targets/targets.js";
import { matches } from "./matches.js";
import { randomRows } from "./random-rows.js";

const entityCount = soakCount(10_000);
const filterCount = 500;

describeTargets("filters", [azurite, strict], ({ target, running, it }) => {
  const isAzurite = target === azurite;
  // Azurite does not count comparisons.
  const maxComparisons = isAzurite ? 500 : 15;
  const { properties, where } = randomRows(isAzurite ? "azurite" : "exact");
  let rows: AnythingInit[];

  beforeAll(async () => {
    const { service } = running();
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
  });

  const expected = (condition: AnythingWhere) => rows.filter((row) => matches(row, condition)).map((row) => row.id);

  it(`find what they mean in memory: ${filterCount} filters over ${entityCount} entities`, async () => {
    const scan = running().service.entities(Anything).scan({ maxComparisons });
    let found = 0;
    let missed = 0;
    await fc.assert(
      fc.asyncProperty(where, async (condition) => {
        const query = scan.where(condition).select("id");
        fc.pre(query.explain().comparisons <= maxComparisons);
        const ids = (await query.toArray()).map((row) => row.id);
        found += ids.length;
        missed += rows.length - ids.length;
        // A filter that was divided returns its rows part by part.
        expect(ids.sort()).toEqual(expected(condition));
      }),
      { numRuns: filterCount, seed: 1, endOnFailure: true },
    );
    expect(Math.min(found, missed)).toBeGreaterThan((filterCount * entityCount) / 20);
  });

  it("with lists beyond the limit of comparisons find each row once", async () => {
    const long = Array.from({ length: 40 }, (_, n) => `${n}`).concat("a", "b", "日本", "a");
    const condition: AnythingWhere = { text: { in: long }, $not: { flag: true } };
    const query = running().service.entities(Anything).scan().where(condition);
    expect(query.explain().filters.length).toBeGreaterThan(2);
    const ids = (await query.toArray()).map((row) => row.id);
    expect(ids.sort()).toEqual(expected(condition));
    expect(ids.length).toBeGreaterThan(0);
  });

  it("count the rows that they find", async () => {
    const condition: AnythingWhere = { small: { gt: 0 }, ratio: { lt: 5 } };
    const query = running().service.entities(Anything).scan().where(condition);
    expect(await query.count()).toBe(expected(condition).length);
    expect(await query.exists()).toBe(expected(condition).length > 0);
  });
});
