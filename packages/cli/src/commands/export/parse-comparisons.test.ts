import { describe, expect, it } from "vitest";
import { parseComparisons } from "./parse-comparisons.js";

describe("the comparisons of a filter", () => {
  it.each<[string, ...(readonly [string, string, unknown, string])[]]>([
    ["n eq 1", ["n", "eq", 1, "Edm.Int32"]],
    ["n ge -1 and (n lt 5L)", ["n", "ge", -1, "Edm.Int32"], ["n", "lt", "5", "Edm.Int64"]],
    [
      "(a eq 'it''s (and) or b eq 1' and(paid eq true))",
      ["a", "eq", "it's (and) or b eq 1", "Edm.String"],
      ["paid", "eq", true, "Edm.Boolean"],
    ],
    [
      "at gt datetime'2026-01-01T00:00:00Z'\tand  größe_2 le 2",
      ["at", "gt", "2026-01-01T00:00:00Z", "Edm.DateTime"],
      ["größe_2", "le", 2, "Edm.Int32"],
    ],
    [
      "id eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'",
      ["id", "eq", "c9da6455-213d-42c9-9a79-3e9149a57833", "Edm.Guid"],
    ],
    ["(n eq 1 or n eq 2) and m eq 3", ["m", "eq", 3, "Edm.Int32"]],
  ])("are those that all rows meet: %s", (filter, ...expected) => {
    expect(parseComparisons(filter).map(({ name, operator, json, edm }) => [name, operator, json, edm])).toEqual(
      expected,
    );
  });

  it.each([
    "n eq 1 or m eq 2",
    "n eq 1 and m eq 2 or o eq 3",
    "n eq 1 or(m eq 2)",
    "not (n eq 1)",
    "not n eq 1",
    "n ne 1",
    "n eq 1.5",
    "n eq m",
    "1 eq n",
    "raw eq X'00'",
    "n eq 1)",
    "",
  ])("are none in %s", (filter) => {
    expect(parseComparisons(filter)).toEqual([]);
  });
});
