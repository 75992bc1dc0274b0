import { isTableError, TableServiceClient } from "@tablewright/runtime";
import { ExactDate } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { KeptEntry } from "../tables.gen/kept-entry.gen.js";
import { Measurement, type MeasurementInit } from "../tables.gen/measurement.gen.js";
import { matches } from "./matches.js";
import { equality, nested, ordered } from "./random-rows.js";

const rowCount = 500;

function connect() {
  const tables = createTableService({ kind: "cosmos" });
  return TableServiceClient.fromConnectionString(tables.connectionString, { kind: "cosmos", transport: tables });
}

const text = fc.constantFrom("", "a", "ab", "b", "日本", "2024-02-29T12:00:00Z");
const whole = fc.constantFrom(-7, 0, 5, 42);
const large = fc.constantFrom(-9223372036854775808n, -10n, -1n, 0n, 5n, 9007199254740993n);
const ratio = fc.constantFrom(-1.5e300, -0.5, 0, 5, 5.25);
const at = fc
  .constantFrom("1601-01-01T00:00:00Z", "2024-02-29T12:00:00Z", "2024-02-29T12:00:00.0000001Z", "9999-12-31T23:59:59Z")
  .map((iso) => ExactDate.fromIso(iso));
const data = fc.constantFrom([], [0], [1, 2, 3], [255, 254]).map((bytes) => Uint8Array.from(bytes));
const properties = fc.record(
  { flag: fc.boolean(), count: large, at, text, whole, large, ratio, data },
  { requiredKeys: ["flag", "count", "at"] },
);
const where = nested<object>({
  flag: equality(fc.boolean()),
  count: ordered(large),
  at: ordered(at),
  text: fc.oneof(ordered(text), fc.record({ startsWith: text })),
  whole: ordered(whole),
  large: ordered(large),
  ratio: ordered(ratio),
  data: ordered(data),
});

it("a condition on Cosmos DB finds what it means, or is refused", async () => {
  const service = connect();
  await service.createTables([Measurement]);
  const rows = fc
    .sample(properties, { numRuns: rowCount, seed: 2 })
    .map((row, no): MeasurementInit => ({ ...row, site: "s", no }));
  await service.entities(Measurement).bulk(rows.map((insert) => ({ insert })));
  const scan = service.entities(Measurement).scan({ maxComparisons: 15 });
  const outcomes = { found: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(where, async (condition) => {
      const query = refusedAsUndefined(() => scan.where(condition));
      if (query === undefined) {
        outcomes.refused += 1;
        return;
      }
      fc.pre(query.explain().comparisons <= 15);
      const found = (await query.select("no").toArray()).map(({ no }) => no).sort((one, other) => one - other);
      expect(found).toEqual(rows.filter((row) => matches(row, condition)).map(({ no }) => no));
      outcomes.found += found.length;
    }),
    { numRuns: 400, seed: 2, endOnFailure: true },
  );
  expect(outcomes.found).toBeGreaterThan(10 * rowCount);
  expect(outcomes.refused).toBeGreaterThan(40);
});

function refusedAsUndefined<Query>(build: () => Query): Query | undefined {
  try {
    return build();
  } catch (error) {
    if (isTableError(error) && error.code === "query.not-evaluated") return undefined;
    throw error;
  }
}

it("a query on Cosmos DB finds the rows without an expiry time, and no row that has expired", async () => {
  const service = connect();
  await service.createTables([KeptEntry]);
  const entries = service.entities(KeptEntry);
  const untilOf = (ms: number) => BigInt(Date.now() + ms) * 10_000n + 621_355_968_000_000_000n;
  await entries.insert({ group: "g", key: "for-ever", value: "a" });
  await entries.insert({ group: "g", key: "valid", value: "a", until: untilOf(3_600_000) });
  await entries.insert({ group: "g", key: "expired", value: "a", until: untilOf(-3_600_000) });
  const query = entries.query({ group: "g" });
  const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key).sort();
  expect(keysOf(await query.toArray())).toEqual(["for-ever", "valid"]);
  expect(keysOf(await query.select("key").toArray())).toEqual(["for-ever", "valid"]);
  expect(
    keysOf(
      await service
        .partition(KeptEntry.partition({ group: "g" }))
        .query(KeptEntry)
        .toArray(),
    ),
  ).toEqual(["for-ever", "valid"]);
  expect([await query.count(), (await query.page({ size: 1 })).items.length]).toEqual([2, 1]);
  expect(await entries.query({ group: "g" }, { expired: true }).count()).toBe(3);
});
