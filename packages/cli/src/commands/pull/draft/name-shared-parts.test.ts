import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { SampledRow } from "../sample/columns.js";
import { draftTable } from "./draft-table.js";

type Values = Readonly<Record<string, string>>;

/** Drafts a table of profiles, whose PartitionKey no property stores, and of orders. Returns the keys and properties of both. */
function draftsOf(
  profileKey: (index: number) => string,
  profile: Values,
  orderKey: (index: number) => string,
  name: string,
) {
  const row = (partitionKey: string, rowKey: string, values: Values): SampledRow => ({
    partitionKey,
    rowKey,
    properties: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, edm.string(value)])),
  });
  const rows = Array.from({ length: 20 }, (_, index) => [
    row(profileKey(index), "profile", { name: "n", born: "b", ...profile }),
    row(orderKey(index), `order-${index}x`, { [name]: `C${index}y`, no: `${index}x` }),
  ]);
  return draftTable("Shop", rows.flat(), (each) => each).map(({ source }) => ({
    partitionKey: source.partitionKey.parts.map((part) => (part.kind === "literal" ? part.text : part.property)),
    properties: source.properties.map(({ name: each, storedName, keyOnly }) => [each, storedName, keyOnly === true]),
  }));
}

describe("a value of a PartitionKey is named after", () => {
  it("the property that holds it in another kind of the table", () => {
    const [profile, order] = draftsOf(
      (i) => `C${i}y`,
      {},
      (i) => `C${i}y`,
      "customerId",
    );
    expect(profile).toEqual({
      partitionKey: [{ name: "customerId" }],
      properties: [
        ["customerId", "customerId", true],
        ["name", "name", false],
        ["born", "born", false],
      ],
    });
    expect(order?.properties[0]).toEqual(["customerId", "customerId", false]);
  });

  it.each<readonly [string, (index: number) => string, Values, string]>([
    ["the key has other constants", (i) => `cust_C${i}y`, {}, "customerId"],
    ["the name is that of another property", (i) => `C${i}y`, { customerId: "x" }, "customerId"],
  ])("its place where %s", (_, key, profile, name) => {
    const drafts = draftsOf(key, profile, (i) => `C${i}y`, name);
    expect(JSON.stringify(drafts[0]?.partitionKey)).not.toContain("customerId");
  });
});
