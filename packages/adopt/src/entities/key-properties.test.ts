import { describe, expect, it } from "vitest";
import { draftOf } from "../test/draft-of.js";

describe("a value that is only in the key", () => {
  it.each([
    ["String(n).padStart(10, '0')", "n: edm.int32({ keyOnly: true })"],
    ["String(n).padStart(11, '0')", "n: edm.int64({ keyOnly: true })"],
    ["id", "id: edm.string({ keyOnly: true })"],
    ["randomUUID()", "id: edm.string({ keyOnly: true })"],
    ["uuidFactory()", "rowKey: edm.string({ keyOnly: true })"],
    ["String(encode(id)).padStart(8, '0')", "rowKey: edm.string({ keyOnly: true })"],
    ["id.toLowerCase().padStart(8, '0')", "id: edm.string({ keyOnly: true })"],
  ])("%s: %s", (rowKey, property) => {
    expect(draftOf(`partitionKey: "p", rowKey: ${rowKey}`)).toContain(`    ${property},`);
  });

  it("may be stored too, where the call spreads an object of unknown type", () => {
    const text = draftOf("...(JSON.parse('') as any), partitionKey: 'p', rowKey: id");
    expect(text).toContain("id: edm.string({ keyOnly: true }), // uncertain: rows may store it too");
  });
});

it("a stored value of unknown type is a key's text", () => {
  const text = draftOf("partitionKey: 'p', rowKey: [anything, 'x'].join('_'), anything");
  expect(text).toContain("anything: edm.string(), // uncertain: its type is not known");
  expect(text).toContain('rowKey: (k) => [k.anything.raw, "x"]');
});
