import { tmpdir } from "node:os";
import { join } from "node:path";
import { ExactDate } from "@tablewright/runtime/edm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "./database.js";

let database: Database;

beforeAll(async () => {
  const temporaryFolder = join(tmpdir(), "tablewright-value-test");
  database = await Database.open({ memoryLimit: "128MB", temporaryFolder, threads: 1 });
});
afterAll(() => database[Symbol.dispose]());

async function readValue(expression: string): Promise<unknown> {
  const [row] = await database.rows(`SELECT ${expression}`);
  return row?.[0];
}

describe("a value of a query", () => {
  it.each([
    ["NULL", null],
    ["true", true],
    ["5::INTEGER", 5],
    ["5::BIGINT", 5n],
    ["170141183460469231731687303715884105727::HUGEINT", 2n ** 127n - 1n],
    ["0.5::DOUBLE", 0.5],
    ["'NaN'::DOUBLE", Number.NaN],
    ["'text'", "text"],
    ["'\\x00\\xFF'::BLOB", new Uint8Array([0, 255])],
    ["[1, NULL, 3]", [1, null, 3]],
    ["[['\\x01'::BLOB]]", [[new Uint8Array([1])]]],
    ["[TIMESTAMP '1970-01-01 00:00:01']", [new ExactDate(1000, 0)]],
    ["{'a': 1, 'b': {'c': '\\x01'::BLOB}}", { a: 1, b: { c: new Uint8Array([1]) } }],
    [
      "MAP {'k': '\\x01'::BLOB, 'l': NULL}",
      [
        { key: "k", value: new Uint8Array([1]) },
        { key: "l", value: null },
      ],
    ],
    ["MAP {'\\x01'::BLOB: 1}", [{ key: new Uint8Array([1]), value: 1 }]],
  ])("has a plain JavaScript value: %s", async (expression, expected) => {
    expect(await readValue(expression)).toStrictEqual(expected);
  });

  it.each([
    ["DATE '2024-02-29'", "2024-02-29"],
    ["TIME '12:34:56.789'", "12:34:56.789"],
    ["0.50::DECIMAL(9, 2)", "0.50"],
    ["INTERVAL 2 DAYS", "2 days"],
    ["'c9da6455-213d-42c9-9a79-3e9149a57833'::UUID", "c9da6455-213d-42c9-9a79-3e9149a57833"],
  ])("is text if JavaScript has no such value: %s", async (expression, expected) => {
    expect(await readValue(expression)).toBe(expected);
  });

  it.each(["TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP_NS", "TIMESTAMP_MS", "TIMESTAMP_S"])(
    "is text if it is an infinite %s",
    async (type) => {
      expect(await readValue(`['infinity'::${type}, '-infinity'::${type}]`)).toEqual(["infinity", "-infinity"]);
    },
  );

  it("is text if it is a date beyond those of JavaScript", async () => {
    expect(await readValue("TIMESTAMP '275760-09-13 00:00:00'")).toStrictEqual(new ExactDate(8.64e15, 0));
    expect(await readValue("TIMESTAMP '275760-09-13 00:00:00.001'")).toBe("275760-09-13 00:00:00.001");
  });
});

describe("a timestamp", () => {
  it.each([
    ["TIMESTAMP_S", "1969-12-31T23:59:59Z"],
    ["TIMESTAMP_MS", "1969-12-31T23:59:59.999Z"],
    ["TIMESTAMP_MS", "2024-02-29T12:00:00.123Z"],
    ["TIMESTAMP", "1969-12-31T23:59:59.999999Z"],
    ["TIMESTAMP", "9999-12-31T23:59:59.999999Z"],
    ["TIMESTAMPTZ", "1601-01-01T00:00:00.000001Z"],
    ["TIMESTAMP_NS", "1969-12-31T23:59:59.9999999Z"],
    ["TIMESTAMP_NS", "1700-01-01T00:00:00.0000001Z"],
  ])("of type %s is an ExactDate: %s", async (type, iso) => {
    expect(await readValue(`'${iso}'::${type}`)).toStrictEqual(ExactDate.fromIso(iso));
  });

  it("is rounded down to 100 ns", async () => {
    const rounded = async (nanoseconds: number) => (await readValue(`make_timestamp_ns(${nanoseconds})`)) as ExactDate;
    for (const [nanoseconds, ticks] of [
      [0, 0n],
      [99, 0n],
      [100, 1n],
      [199, 1n],
      [-1, -1n],
      [-100, -1n],
      [-101, -2n],
      [-1_000_000, -10_000n],
    ] as const)
      expect((await rounded(nanoseconds)).ticks - 621_355_968_000_000_000n, String(nanoseconds)).toBe(ticks);
  });

  it("of any number of nanoseconds is the date at or before it", async () => {
    const nanoseconds = fc.bigInt({ min: -9_223_286_400_000_000_000n, max: 9_223_372_036_854_775_806n });
    const times = fc.sample(nanoseconds, { numRuns: 200, seed: 3 });
    const rows = await database.rows(`SELECT make_timestamp_ns(n) FROM (SELECT unnest([${times.join(", ")}]) AS n)`);
    for (const [index, [value]] of rows.entries()) {
      const rest = (times[index] ?? 0n) - ((value as ExactDate).ticks - 621_355_968_000_000_000n) * 100n;
      expect(rest >= 0n && rest < 100n).toBe(true);
    }
  });
});
