import type { TableRow } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { EntryDigest } from "./entry-digest.js";

const row = (rowKey: string, properties: TableRow["properties"] = {}): TableRow => ({
  partitionKey: "p",
  rowKey,
  properties,
});

describe("the digest of index rows", () => {
  it("agrees where the same rows are expected and stored, in any order", () => {
    const digest = new EntryDigest();
    const rows = Array.from({ length: 1000 }, (_, index) => row(`r${index}`, { n: edm.int32(index) }));
    for (const one of rows) digest.addExpected("T", one);
    expect(digest.agrees).toBe(false);
    for (const one of rows.toReversed()) digest.addStored("T", one);
    expect(digest.agrees).toBe(true);
  });

  it("takes the order of properties and the case of GUIDs for nothing", () => {
    const digest = new EntryDigest();
    const [lower, upper] = ["0f8fad5b-d9cb-469f-a165-70867728950e", "0F8FAD5B-D9CB-469F-A165-70867728950E"] as const;
    digest.addExpected("T", row("r", { a: edm.int32(1), b: edm.guid(lower) }));
    digest.addStored("T", row("r", { b: edm.guid(upper), a: edm.int32(1) }));
    expect(digest.agrees).toBe(true);
  });

  it.each([
    ["another value", row("r", { a: edm.int32(2) })],
    ["another type", row("r", { a: edm.double(1) })],
    ["one more property", row("r", { a: edm.int32(1), b: edm.int32(1) })],
    ["no property", row("r")],
  ])("differs at the keys of a row with %s", (_, stored) => {
    const digest = new EntryDigest();
    digest.addExpected("T", row("r", { a: edm.int32(1) }));
    digest.addStored("T", stored);
    expect([digest.agrees, digest.differsAt("T", row("r")), digest.differsAt("T", row("other"))]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("differs where a row is expected or stored twice", () => {
    const digest = new EntryDigest();
    digest.addExpected("T", row("r"));
    digest.addExpected("T", row("r"));
    expect(digest.agrees).toBe(false);
    digest.addStored("T", row("r"));
    expect(digest.agrees).toBe(false);
  });
});
