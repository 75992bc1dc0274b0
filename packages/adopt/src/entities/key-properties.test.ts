import { describe, expect, it } from "vitest";
import { draftOf } from "../test/draft-of.js";

describe("a value that is only in the key", () => {
  it.each([
    ["String(n).padStart(10, '0')", "n: edm.int32({ keyOnly: true })"],
    ["String(n).padStart(11, '0')", "n: edm.int64({ keyOnly: true })"],
    ["id", "id: edm.string({ keyOnly: true })"],
    ["randomUUID()", "id: edm.string({ keyOnly: true })"],
    ["uuidFactory()", "part: edm.string({ keyOnly: true })"],
    ["String(encode(id)).padStart(8, '0')", "part: edm.string({ keyOnly: true })"],
    ["id.toLowerCase().padStart(8, '0')", "id: edm.string({ keyOnly: true })"],
  ])("%s: %s", (rowKey, property) => {
    expect(draftOf(`partitionKey: "p", rowKey: ${rowKey}`)).toContain(`    ${property},`);
  });
});
