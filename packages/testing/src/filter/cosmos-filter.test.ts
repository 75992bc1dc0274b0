import { describe, expect, it } from "vitest";
import { cosmosFilterFunction } from "./cosmos-filter.js";
import { type Comparable, filterFunction } from "./filter.js";
import { parseFilter } from "./parse-filter.js";

type Item = Readonly<Record<string, Comparable>>;

const item: Item = {
  Timestamp: { type: "Edm.DateTime", value: 639_034_000_000_000_000n },
  text: { type: "Edm.String", value: "b" },
  flag: { type: "Edm.Boolean", value: true },
  whole: { type: "Edm.Int32", value: 5 },
  ratio: { type: "Edm.Double", value: 5.5 },
  nothing: { type: "Edm.Double", value: Number.NaN },
  large: { type: "Edm.Int64", value: 7n },
  debt: { type: "Edm.Int64", value: -7n },
  at: { type: "Edm.DateTime", value: 638_396_640_000_000_000n },
  ref: { type: "Edm.Guid", value: "0f8fad5b-d9cb-469f-a165-70867728950e" },
  data: { type: "Edm.Binary", value: "\x01\xff" },
};
const read = (each: Item, name: string) => each[name];
const cosmos = (filter: string) => cosmosFilterFunction(parseFilter(filter, 15), read)(item);
const storage = (filter: string) => filterFunction(parseFilter(filter, 15), read)(item);

describe("a filter that Cosmos DB evaluates as Storage does", () => {
  it.each<[string, boolean]>([
    ["text ge 'a' and text lt 'c'", true],
    ["text eq 'a' or whole eq 5", true],
    ["flag and flag eq true and not (flag eq false)", true],
    ["whole gt 5", false],
    ["ratio le 5.5 and ratio ge 5", true],
    ["large gt 6L and large lt 10L", true],
    ["at ge datetime'2024-01-01T00:00:00Z' and at lt datetime'2024-01-01T00:00:00.0000001Z'", true],
    ["ref eq guid'0F8FAD5B-D9CB-469F-A165-70867728950E'", true],
    ["data ge X'01' and data lt X'02'", true],
    ["absent ne 'x'", false],
    ["true", true],
  ])("%s: %s", (filter, matches) => {
    expect([cosmos(filter), storage(filter)]).toEqual([matches, matches]);
  });
});

describe("a filter that Cosmos DB does not evaluate as Storage does", () => {
  it.each<[string, boolean]>([
    ["Timestamp ge datetime'2000-01-01T00:00:00Z'", false],
    ["not (Timestamp lt datetime'2000-01-01T00:00:00Z')", false],
    ["not (absent eq 'x')", false],
    ["not (absent eq 'x' and text eq 'b')", false],
    ["debt lt -6L", false],
    ["debt gt -6L", true],
    ["text ne 5", false],
    ["not (nothing gt 5.0)", false],
    ["whole eq 5.0", true],
  ])("%s: %s", (filter, matches) => {
    expect([cosmos(filter), storage(filter)]).toEqual([matches, !matches]);
  });

  it("is true if one alternative is, and false if one part is, whatever an absent property would give", () => {
    expect(cosmos("absent eq 'x' or text eq 'b'")).toBe(true);
    expect(cosmos("not (absent eq 'x' and text eq 'a')")).toBe(true);
  });
});
