import { expect, it } from "vitest";
import { TableError } from "../../errors/table-error.js";
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

it("has the cause that it was given, and otherwise none", () => {
  const cause = new TableError("entity.already-exists", "It exists.", {});
  expect(new IndexError("index.not-unique", place, cause).cause).toBe(cause);
  expect(new IndexError("index.not-unique", place, undefined)).not.toHaveProperty("cause");
  expect(new IndexError("index.not-unique", place, undefined)).not.toHaveProperty("owner");
});

it("describes an index without properties in its keys", () => {
  const error = new IndexError("index.not-unique", { ...place, values: {} }, undefined);
  expect(error.message).toMatch(/^Another Employee has the same values, and the index byEmail /);
});
