import { describe, expect, it } from "vitest";
import type { EdmName } from "../../codec/edm/edm-type.js";
import { checkEvaluated } from "./evaluated-comparisons.js";
import { and, comparison, type FilterPart, not, oneOf, or } from "./filter.js";
import { rawFilter } from "./filter-where.js";

const storedTypes: Readonly<Record<string, readonly EdmName[]>> = {
  size: ["Edm.Int32", "Edm.String"],
  score: ["Edm.Double", "Edm.Int32"],
  at: ["Edm.DateTime", "Edm.String"],
};
const query = (kind: "storage" | "cosmos") => ({
  kind,
  entity: "Order",
  isAlwaysStored: (name: string) => ["total", "size", "score", "at"].includes(name),
  storedTypes: (name: string) => storedTypes[name] ?? [],
});
const time = comparison("Timestamp", "ge", "datetime'2024-01-01T00:00:00Z'");
const total = comparison("total", "gt", "5.0");
const sequence = comparison("sequence", "lt", "-5L");
const refused: [string, FilterPart, string][] = [
  ["Timestamp", time, "Order.Timestamp: Cosmos DB does not evaluate a condition on Timestamp. Store"],
  ["Timestamp in an alternative", or([total, and([total, time])]) as FilterPart, "Order.Timestamp: "],
  ["Timestamp in text", rawFilter("total gt 1.0 and Timestamp lt datetime'2024-01-01T00:00:00Z'"), "Order.$odata: "],
  ["an order of negative Int64", sequence, "Order.sequence: Cosmos DB does not evaluate sequence lt -5L"],
  ["an order of negative Int64 in text", rawFilter("-5L ge sequence"), "Order.$odata: "],
  ["a negation of an optional property", not(comparison("note", "eq", "'x'")) as FilterPart, "Order.note: "],
  ["a negated list", not(oneOf("note", ["'x'", "'y'"])) as FilterPart, "Order.note: "],
  [
    "a negation of several",
    not(or([total, not(and([comparison("note", "eq", "'x'"), total]))])) as FilterPart,
    "Order.note: ",
  ],
  [
    "a negation on values of several JSON types",
    not(oneOf("size", ["5", "'5'"])) as FilterPart,
    "Order.size: Cosmos DB does not evaluate ne and $not on rows that store size as Edm.Int32 or Edm.String. ",
  ],
  [
    "an order of dates and their text",
    comparison("at", "lt", "datetime'2024-01-01T00:00:00Z'"),
    "Order.at: Cosmos DB does not evaluate an order of dates and their text",
  ],
  [
    "a negation on rows that may have another property in its place",
    and([
      or([comparison("note", "ge", "''"), comparison("text", "ge", "''")]),
      not(comparison("note", "eq", "'x'")),
    ]) as FilterPart,
    "Order.note: ",
  ],
  ["a negation in text", rawFilter("not (total gt 1.0)"), "Order.$odata: "],
  ["a negation of text", not(rawFilter("total gt 1.0")) as FilterPart, "Order.$odata: "],
];
const sent: [string, FilterPart][] = [
  ["a negation of a property that every row stores", not(total) as FilterPart],
  [
    "a negation on values of one JSON type",
    and([
      not(comparison("score", "eq", "5.0")),
      not(comparison("at", "eq", "'2024-01-01T00:00:00.000Z'")),
    ]) as FilterPart,
  ],
  [
    "a test that a date or its text is stored",
    or([comparison("at", "ge", "''"), comparison("at", "ge", "datetime'1601-01-01T00:00:00Z'")]) as FilterPart,
  ],
  [
    "a negation on rows that are found to have the property",
    and([
      or([comparison("note", "ge", "''"), comparison("note", "ge", "X''")]),
      not(comparison("note", "eq", "'x'")),
    ]) as FilterPart,
  ],
  ["an order of other Int64", comparison("sequence", "ge", "5L")],
  [
    "equality with a negative Int64",
    or([comparison("sequence", "eq", "-5L"), oneOf("sequence", ["-1L", "-2L"])]) as FilterPart,
  ],
  [
    "an order of a negative Int32 or Double",
    and([comparison("n", "gt", "-5"), comparison("d", "lt", "-5.0")]) as FilterPart,
  ],
  ["keys", and([comparison("PartitionKey", "ge", "'a'"), comparison("RowKey", "lt", "'b'")]) as FilterPart],
  [
    "types of text",
    and(
      ["true", "datetime'2024-01-01T00:00:00Z'", "guid'…'", "X'00'"].map((each) => comparison("p", "eq", each)),
    ) as FilterPart,
  ],
  ["text with these words", rawFilter("note eq 'not Timestamp ge -5L' and notTimestamp eq 1")],
];

describe("a filter for Cosmos DB", () => {
  it.each(refused)("is refused for %s", (_, filter, message) => {
    const error = expect.objectContaining({ code: "query.not-evaluated", message: expect.stringContaining(message) });
    expect(() => checkEvaluated(query("cosmos"), filter)).toThrow(error);
  });

  it.each(sent)("may have %s", (_, filter) => {
    expect(() => checkEvaluated(query("cosmos"), filter)).not.toThrow();
  });
});

it.each([...refused.map(([what, filter]) => [what, filter] as const), ...sent])("Storage evaluates %s", (_, filter) => {
  expect(() => checkEvaluated(query("storage"), filter)).not.toThrow();
});
