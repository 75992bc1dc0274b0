import * as generator from "@tablewright/generator";
import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { SampledRow } from "./columns.js";
import { draftDefinitions } from "./draft-definitions.js";

function draft(table: string, rows: readonly SampledRow[], taken: readonly string[] = []) {
  const place = { file: "tables/a.table.ts", others: [], taken, host: generator.sourceHostOf({}) };
  return draftDefinitions(generator, table, rows, place);
}

function row(partitionKey: string, rowKey: string, properties: Readonly<Record<string, EdmValue>>): SampledRow {
  return { partitionKey, rowKey, properties };
}

const kind = (name: string) => ({ kind: edm.string(name) });
const names = ({ entities }: ReturnType<typeof draft>) => entities.map(({ source }) => source.name);

describe("a draft that is not accepted gives way to a simpler one", () => {
  it("one entity, where kinds have nothing in their keys to tell them apart", () => {
    const { entities, text } = draft("Shop", [
      row("7", "1-x", { ...kind("order"), id: edm.string("1-x") }),
      row("8", "2-y", { ...kind("line"), sku: edm.string("s"), amount: edm.int32(1) }),
    ]);
    expect(entities).toHaveLength(1);
    expect(text).toContain("kind: edm.string(),");
    expect(text).toContain("sku: edm.string().optional(), // in 1 of 2 rows");
  });

  it("other names, where a class cannot have them or another entity has them", () => {
    const rows = [row("p", "date!1", { ...kind("date"), a: edm.int32(1) }), row("p", "user!1", kind("user"))];
    expect(names(draft("Shop", rows, ["User"]))).toEqual(["ShopDate", "ShopUser"]);
    const derived = [row("p", "user!1", kind("user")), row("p", "userKey!1", { ...kind("userKey"), a: edm.int32(1) })];
    expect(names(draft("Shop", derived))).toEqual(["ShopUserRow", "ShopUserKeyRow"]);
  });

  it("none, where the table cannot be declared", () => {
    const metrics = () => draft("$MetricsCapacityBlob", [row("20260101T0000", "data", { Capacity: edm.int64(5n) })]);
    expect(metrics).toThrow(expect.objectContaining({ code: "pull.no-definition" }));
    expect(metrics).toThrow(/^No definition can have \$MetricsCapacityBlob: table\.invalid-name /);
  });
});

it("columns that are named after data are left out and kept", () => {
  const rows = Array.from({ length: 20 }, (_, index) =>
    row("p", `u${index}`, { [`s${index}`]: edm.string(""), name: edm.string("x") }),
  );
  const { text } = draft("Sessions", rows);
  expect(text).toContain('unknownProperties: "keep",');
  expect(text).toContain(
    "// 20 properties that few rows have are not declared: s0, s1, s2, s3, s4, …. They are kept under $extra.",
  );
  expect(text).not.toContain("s7");
});
