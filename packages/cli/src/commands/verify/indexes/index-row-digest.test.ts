import { createHash } from "node:crypto";
import type { TableRow } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { indexRowText } from "../../../rows/index-rows.js";
import { IndexRowDigest } from "./index-row-digest.js";

const row = (rowKey: string, properties: TableRow["properties"] = {}): TableRow => ({
  partitionKey: "p",
  rowKey,
  properties,
});

/** Finds a row whose hash fulfils a condition. */
function findRow(isWanted: (hash: Buffer) => boolean): TableRow {
  for (let number = 0; ; number++) {
    const found = row(`r${number}`);
    if (isWanted(createHash("sha256").update(indexRowText(found)).digest())) return found;
  }
}

describe("the digest of index rows", () => {
  it("agrees where the same rows are expected and stored, in any order", () => {
    const digest = new IndexRowDigest();
    const rows = Array.from({ length: 1000 }, (_, index) => row(`r${index}`, { n: edm.int32(index) }));
    for (const one of rows) digest.addExpected("T", one);
    expect(digest.agrees).toBe(false);
    for (const one of rows.toReversed()) digest.addStored("T", one);
    expect(digest.agrees).toBe(true);
  });

  it("takes the order of properties and the case of GUIDs for nothing", () => {
    const digest = new IndexRowDigest();
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
    const digest = new IndexRowDigest();
    digest.addExpected("T", row("r", { a: edm.int32(1) }));
    digest.addStored("T", stored);
    expect([digest.agrees, digest.differsAt("T", row("r")), digest.differsAt("T", row("other"))]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("differs where an equal row is in another table", () => {
    const digest = new IndexRowDigest();
    digest.addExpected("T", row("r"));
    digest.addStored("U", row("r"));
    expect(["T", "U", "V"].map((table) => digest.differsAt(table, row("r")))).toEqual([true, true, false]);
    expect(digest.agrees).toBe(false);
  });

  it("differs where the rows of another partition are stored", () => {
    const digest = new IndexRowDigest();
    digest.addExpected("T", row("r"));
    digest.addStored("T", { ...row("r"), partitionKey: "q" });
    expect(digest.differsAt("T", row("r"))).toBe(true);
    expect(digest.differsAt("T", { partitionKey: "q", rowKey: "r" })).toBe(true);
  });

  it("counts all 64 bits of a hash", () => {
    // Adding a row 65,536 times shifts the sum of its hash by 16 bits: the lower bits of each half become zero, the others do not.
    const digest = new IndexRowDigest();
    const low = findRow((hash) => hash.readUInt16LE(0) === 0);
    const high = findRow((hash) => hash.readUInt16LE(4) === 0);
    for (const one of [low, high]) {
      for (let time = 0; time < 65_536; time++) digest.addExpected("T", one);
      expect(digest.differsAt("T", one)).toBe(true);
    }
    expect(digest.agrees).toBe(false);
  });

  it("differs where a row is expected or stored twice", () => {
    const digest = new IndexRowDigest();
    digest.addExpected("T", row("r"));
    digest.addExpected("T", row("r"));
    expect(digest.agrees).toBe(false);
    digest.addStored("T", row("r"));
    expect(digest.agrees).toBe(false);
  });
});
