import { expect, it } from "vitest";
import { codesOf, cosmosCodesOf, type DefinitionText } from "./test/definition-text.js";

/** Entity of 1.5 MiB at most, with an index row of 0.63 MiB. Azure Storage stores rows of at most 1 MiB, Cosmos DB of 2 MiB. */
const large: DefinitionText = {
  options: 'kind: "order", indexes: { byTime: { rowKey: (k) => ["at", k.at.asc], include: [kept] } },'.replace(
    "kept",
    Array.from({ length: 10 }, (_, at) => `"text${at}"`).join(", "),
  ),
  properties: `at: edm.dateTime(), ${Array.from({ length: 24 }, (_, at) => `text${at}: edm.string()`).join(", ")}`,
  rowKey: '["order"]',
};

it("counts an entity with its index rows by the size that a row of the service can have", () => {
  expect(codesOf(large)).toEqual([]);
  expect(cosmosCodesOf(large)).toContain("index.copies-may-not-fit");
});
