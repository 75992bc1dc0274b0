import { describe, expect, it } from "vitest";
import type { EntityPayload } from "../schema/entity-schema.js";
import { Write, type WriteName } from "./write.js";

describe("the row of an entity after a write", () => {
  const keys = { PartitionKey: "p", RowKey: "r" };
  const row = { ...keys, Timestamp: "t", n: "1", "n@odata.type": "Edm.Int64", s: "a" } as unknown as EntityPayload;
  const body = JSON.stringify({ ...keys, n: 2.5 });
  const after = (name: WriteName, before: EntityPayload | undefined) => {
    const sent = { partitionKey: "p", rowKey: "r", body: name === "delete" ? "" : body };
    return new Write(name, { name: "T", table: "T" }, sent, "*").rowAfter(before);
  };

  it("has only what was sent where there was none, or the write replaces it", () => {
    for (const name of ["insert", "insertOrReplace", "replace"] as const) {
      expect(after(name, row)).toEqual({ ...keys, n: 2.5 });
    }
    for (const name of ["insert", "insertOrReplace", "insertOrMerge"] as const) {
      expect(after(name, undefined)).toEqual({ ...keys, n: 2.5 });
    }
  });

  it("keeps its other properties where the write merges, but no type of a value that is new", () => {
    for (const name of ["merge", "insertOrMerge"] as const) {
      expect(after(name, row)).toEqual({ ...keys, Timestamp: "t", n: 2.5, s: "a" });
    }
  });

  it("is none after a delete", () => {
    expect([after("delete", row), after("delete", undefined)]).toEqual([undefined, undefined]);
  });
});
