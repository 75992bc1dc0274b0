import { expect, it } from "vitest";
import { TableError } from "../errors/table-error.js";
import { IndexError, isIndexError } from "./index-error.js";

const place = {
  entity: "Employee",
  index: "byEmail",
  key: { partitionKey: "e", rowKey: "ann" },
  entityKey: { partitionKey: "p", rowKey: "1" },
  values: { email: "ann@example.org" },
};

it("tells errors of indexes from others", () => {
  expect(isIndexError(new IndexError("index.not-unique", place, undefined))).toBe(true);
  expect(isIndexError(new TableError("index.not-unique", "An error of another kind.", {}))).toBe(false);
  expect(isIndexError(undefined)).toBe(false);
});

it("names the index row and the values, and holds copies of the keys", () => {
  const error = new IndexError("index.reserved", { ...place, owner: { partitionKey: "p", rowKey: "2" } }, undefined);
  expect(error).toMatchObject({ ...place, owner: { partitionKey: "p", rowKey: "2" }, code: "index.reserved" });
  expect(error.key).not.toBe(place.key);
  expect(error.message).toContain('byEmail (PartitionKey "e", RowKey "ann")');
  expect(error.message).toContain("ann@example.org");
});
