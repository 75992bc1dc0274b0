import fc from "fast-check";
import { expect, it } from "vitest";
import {
  describeQuery,
  emptyQuery,
  formatAddress,
  isWholeQuery,
  type Route,
  readAddress,
} from "../../../studio/page/state/address.js";
import { operators } from "../../../studio/src/contract/query.js";

it("writes a query as people read it", () => {
  const query = {
    ...emptyQuery("Shop", "Order"),
    keys: [["customerId", "C1"] as const],
    where: [
      { property: "placedAt", operator: "ge" as const, text: "2026-11-01T00:00:00.000Z" },
      { property: "note", operator: "eq" as const, text: "two words & more" },
    ],
    filter: "total gt 100.0",
  };
  expect(formatAddress({ page: "rows", query, view: "tree" })).toBe(
    "#/Shop/Order?customerId=C1&placedAt.ge=2026-11-01T00:00:00.000Z&note.eq=two+words+%26+more&$filter=total+gt+100.0&$view=tree",
  );
  expect(describeQuery(query)).toBe("C1, placedAt ≥ 2026-11-01T00:00:00.000Z, note = two words & more, total gt 100.0");
});

it("leaves out conditions without a value", () => {
  const where = [{ property: "total", operator: "gt" as const, text: "", isDraft: true }];
  const query = { ...emptyQuery("Shop", "Order"), where };
  expect(formatAddress({ page: "rows", query })).toBe("#/Shop/Order");
  expect(isWholeQuery(readAddress("#/Shop/Order").query ?? query)).toBe(true);
});

it.each(["", "#", "#Shop", "#/", "#/%E0%A4%A", '#{"page":"rows"}'])("leads home from %s", (fragment) => {
  expect(readAddress(fragment)).toEqual({ page: "rows" });
});

const text = fc.string({ unit: "binary" }).filter((each) => each.isWellFormed());
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,9}$/);
const route: fc.Arbitrary<Route> = fc
  .record({
    table: fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{2,9}$/),
    entity: fc.option(name, { nil: undefined }),
    keys: fc.uniqueArray(fc.tuple(name, text), { selector: ([each]) => each, maxLength: 3 }),
    where: fc.array(fc.record({ property: name, operator: fc.constantFrom(...operators), text }), { maxLength: 3 }),
    stored: fc.option(
      fc.record(
        { partitionKey: text, rowKey: text, rowKeyFrom: text, rowKeyBefore: text },
        { requiredKeys: ["rowKey"] },
      ),
      { nil: undefined },
    ),
    filter: fc.option(text, { nil: undefined }),
    isExpired: fc.boolean(),
    isTree: fc.boolean(),
    row: fc.option(fc.record({ table: name, partitionKey: text, rowKey: text }), { nil: undefined }),
  })
  .map(({ table, entity, keys, where, stored, filter, isExpired, isTree, row }) => ({
    page: "rows",
    query: {
      table,
      keys,
      where,
      ...(entity !== undefined && { entity }),
      ...(stored !== undefined && { stored }),
      ...(filter !== undefined && { filter }),
      ...(isExpired && { expired: true }),
    },
    ...(row !== undefined && { row }),
    ...(isTree && { view: "tree" }),
  }));

it("reads the text of a SQL query, whatever it has", () => {
  fc.assert(
    fc.property(text, (sql) => {
      const route: Route = sql === "" ? { page: "sql" } : { page: "sql", sql };
      expect(readAddress(formatAddress(route))).toEqual(route);
    }),
  );
  expect(readAddress("#sql?%E0%A4%A")).toEqual({ page: "sql" });
});

it("reads every address that it writes", () => {
  fc.assert(
    fc.property(route, (each) => {
      expect(readAddress(formatAddress(each))).toEqual(each);
    }),
  );
});
