import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { computeHash, formatContent, readMoveMarker, withMoveMarker, withoutMoveMarker } from "./move-marker.js";

const row = { partitionKey: "new", rowKey: "r", properties: { b: edm.int32(1), a: edm.string("x") } };
const former = { partitionKey: "old", rowKey: "o" };

describe("the marker of a moved row", () => {
  it("points to the original row, with the hash of the copy", () => {
    const marked = withMoveMarker(row, "Shop", former);
    expect(readMoveMarker(marked)).toEqual({
      hash: computeHash(row),
      table: "Shop",
      ...former,
      copy: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(withMoveMarker(row, "Shop", former)).not.toEqual(marked);
    expect(withoutMoveMarker(marked)).toEqual(row);
    expect(withoutMoveMarker(row)).toBe(row);
  });

  it.each([undefined, edm.string("{"), edm.int32(5)])("is none where the row has %j", (TablewrightMove) => {
    const properties = TablewrightMove === undefined ? {} : { TablewrightMove };
    expect(readMoveMarker({ ...row, properties })).toBeUndefined();
  });
});

describe("the hash of a row", () => {
  const hashOf = (more: object) => computeHash({ ...row, ...more });

  it("depends on the properties alone, in any order", () => {
    const { a, b } = row.properties;
    expect(hashOf({ partitionKey: "x", rowKey: "y" })).toBe(computeHash(row));
    expect(hashOf({ properties: { a, b } })).toBe(computeHash(row));
    expect(hashOf({ properties: { a } })).not.toBe(computeHash(row));
    expect(hashOf({ properties: { a, b: edm.int64(1n) } })).not.toBe(computeHash(row));
    expect(computeHash(withMoveMarker(row, "Shop", former))).toBe(computeHash(row));
  });

  it("is that of its content in the order of names", () => {
    expect(Object.keys(JSON.parse(formatContent(row)))).toEqual(expect.arrayContaining(["a", "b"]));
    expect(formatContent(row).indexOf('"a"')).toBeLessThan(formatContent(row).indexOf('"b"'));
  });
});
