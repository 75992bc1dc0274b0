import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns } from "../sample/columns.js";
import { findMarker } from "./find-marker.js";

/** Returns entries of 15 bytes, the oldest of them last; that of an insert ends with six zeros. */
function facts(count: number, isInsert = true): Uint8Array {
  const bytes = new Uint8Array(count * 15).fill(7);
  if (isInsert) bytes.fill(0, -6);
  return bytes;
}

function markerOf(...values: readonly (Uint8Array | string)[]) {
  const rows = values.map((value, index) => ({
    partitionKey: "",
    rowKey: String(index),
    properties: { id: edm.string("x"), log: typeof value === "string" ? edm.string(value) : edm.binary(value) },
  }));
  return findMarker(buildColumns(rows));
}

describe("the write marker", () => {
  it("has lists of entries, one of them with an insert", () => {
    expect(markerOf(facts(1), facts(3, false))).toEqual({
      property: "log",
      facts: 32,
      exclusive: false,
      deletes: undefined,
    });
  });

  it("is found in a single row", () => {
    expect(markerOf(facts(1))?.property).toBe("log");
  });

  it.each([
    [32, 32],
    [33, 33],
    [4000, 4000],
    [4001, undefined],
  ])("has %d entries at most where that is the longest list: %s", (count, most) => {
    expect(markerOf(facts(1), facts(count))?.facts).toBe(most);
  });

  it.each<readonly [string, readonly (Uint8Array | string)[]]>([
    ["there is no insert", [facts(1, false), facts(2, false)]],
    ["an entry is not whole", [facts(1), facts(1).subarray(1)]],
    ["a list is empty", [facts(1), new Uint8Array()]],
    ["all bytes are zero", [new Uint8Array(15)]],
    ["the version of an insert has five zeros", [facts(1).fill(7, 0, 10)]],
    ["a value has another type", [facts(1), "x"]],
    ["no value is binary", ["x"]],
  ])("is none where %s", (_, values) => {
    expect(markerOf(...values)).toBeUndefined();
  });
});
