import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { ExactDate } from "@tablewright/runtime/edm";
import { type Analysis, analyze } from "@tablewright/sql";
import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import { randomRows } from "../queries/random-rows.js";
import { EveryForm, type EveryFormInit } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import type { Target } from "../targets/target.js";
import { azurite, strict, strictCosmos } from "../targets/targets.js";
import { type QueryCase, queries } from "./queries.js";

const rowCount = 200;
const inRange = ["1999-12-31T23:59:59.999Z", "2024-02-29T12:00:00Z", "2024-02-29T12:00:00.001Z"];
const finer = ["2024-02-29T12:00:00.0000001Z", "2024-02-29T12:00:00.0009999Z"];
const oddDoubles = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0];

/** Generates rows of all Edm types. Dates of `at` and `atTicks` are in the range of TIMESTAMP_NS, those of `atIso` are not. */
function rowsFor(server: "exact" | "azurite"): EveryFormInit[] {
  const date = fc.constantFrom(...inRange, ...(server === "exact" ? finer : [])).map((iso) => ExactDate.fromIso(iso));
  const ratio = fc.option(fc.constantFrom(...(server === "exact" ? oddDoubles : [0.5])), { nil: undefined, freq: 2 });
  const row = fc.tuple(randomRows(server).properties, date, ratio);
  return fc
    .sample(row, { numRuns: rowCount, seed: 37 })
    .map(([{ choice, ref, data, json: _, ...properties }, at, odd], index) => ({
      ...properties,
      ...(choice && { choice: choice === "a" ? "EUR" : "" }),
      ...(ref && { guid: ref }),
      ...(data && { bytes: data }),
      ...(properties.at && { at }),
      ...(properties.atTicks && { atTicks: at.ticks }),
      ...(odd !== undefined && { ratio: odd }),
      ...(index % 3 === 0 && { document: { tags: [`${index}`] } }),
      partition: `p${index % 5}`,
      row: String(index).padStart(4, "0"),
    }));
}

/** Returns a row as plain JSON, which DuckDB reads by itself. */
function plainJson(row: EveryFormInit): string {
  const { large, bytes, at, atIso, atTicks, ratio, document, ...rest } = row;
  return JSON.stringify({
    ...rest,
    ...(large !== undefined && { large: String(large) }),
    ...(bytes && { bytes: Buffer.from(bytes).toString("base64") }),
    ...(at && { at: ExactDate.fromTicks(ticksOf(at)).toISOString() }),
    ...(atIso && { atIso: ExactDate.fromIso(atIso).toISOString() }),
    ...(atTicks !== undefined && { atTicks: ExactDate.fromTicks(atTicks).toISOString() }),
    ...(ratio !== undefined && { ratio: Object.is(ratio, -0) ? "-0.0" : String(ratio) }),
    ...(document !== undefined && { document: JSON.stringify(document) }),
  });
}

/** Returns whether a target runs a query. Cosmos runs all queries that it plans differently, and a part of the others. */
function isAsked(target: Target, { sql, pushedOnCosmos }: QueryCase, index: number): boolean {
  if (target === strict) return true;
  const isPart = index % 5 === 0;
  if (target === strictCosmos) return isPart || pushedOnCosmos !== undefined;
  // Azurite treats DateTimes within a millisecond as equal.
  return isPart && !sql.includes("_NS");
}

function ticksOf(date: Date): bigint {
  return date instanceof ExactDate ? date.ticks : BigInt(date.getTime()) * 10_000n + 621_355_968_000_000_000n;
}

/** Expressions of the columns, of members that are text in JSON. */
const columns = [
  "partition, row, text, choice",
  "document::JSON AS document",
  "flag::BOOLEAN AS flag",
  "small::INTEGER AS small",
  "large::BIGINT AS large",
  'largeNumber::BIGINT AS "largeNumber"',
  'largeText::BIGINT AS "largeText"',
  "ratio::DOUBLE AS ratio",
  "at::TIMESTAMP_NS AS at",
  'atIso AS "atIso"',
  'atTicks::TIMESTAMP_NS AS "atTicks"',
  "guid::UUID AS guid",
  "from_base64(bytes) AS bytes",
];
const members = [
  ..."partition row text choice document flag small large".split(" "),
  ..."largeNumber largeText ratio at atIso atTicks guid bytes".split(" "),
];

describeTargets("sql", [strict, strictCosmos, azurite], ({ target, running, it }) => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-sql-test-"));
  const file = join(folder, "rows.json");
  let pushed: Analysis;
  let whole: Analysis;

  beforeAll(async () => {
    const { service } = running();
    await service.createTables([EveryForm]);
    const rows = rowsFor(target === azurite ? "azurite" : "exact");
    await service.entities(EveryForm).bulk(rows.map((insert) => ({ insert })));
    writeFileSync(file, rows.map(plainJson).join("\n"));
    pushed = analyze(service, { EveryForm });
    whole = analyze(service, { EveryForm }, { pushdown: false });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = async (analysis: Analysis, sql: string) => {
    const rows = await analysis.sql(sql).toArray();
    return rows.map((row) => inspect(row, { breakLength: Number.POSITIVE_INFINITY, depth: 9 })).sort();
  };
  const reference = (sql: string) => {
    const types = members.map((name) => `"${name}": 'VARCHAR'`).join(", ");
    const from = `read_json('${file}', format = 'newline_delimited', columns = {${types}})`;
    return read(whole, `WITH EveryForm AS (SELECT ${columns.join(", ")} FROM ${from}) ${sql.replace(/^WITH/, ",")}`);
  };
  const asked = queries.filter((query, index) => isAsked(target, query, index));
  const ofTarget = (query: QueryCase) =>
    target.kind === "storage" ? query.pushed : (query.pushedOnCosmos ?? query.pushed);

  it(`gives what DuckDB gives of plain JSON: ${asked.length} queries, with and without pushdown`, async () => {
    const counts: string[] = [];
    const expected: string[] = [];
    for (const query of asked) {
      const rows = await reference(query.sql);
      expect(await read(pushed, query.sql), query.sql).toEqual(rows);
      expect(await read(whole, query.sql), query.sql).toEqual(rows);
      const plans = await pushed.sql(query.sql).explain();
      counts.push(`${query.sql}: ${plans.reduce((sum, plan) => sum + plan.pushed.length, 0)}`);
      expected.push(`${query.sql}: ${ofTarget(query)}`);
    }
    expect(counts).toEqual(expected);
  });
});
