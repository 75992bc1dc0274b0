import { expect, it } from "vitest";
import { RowVersions } from "./row-versions.js";

it("has the versions of rows that were added, and no others", () => {
  const versions = new RowVersions();
  const count = 20_000;
  const id = (n: number) => ({ partitionKey: `p${n % 7}`, rowKey: `row!${n}` });
  const etag = (n: number) => `W/"datetime'2026-11-29T10%3A00%3A00.${String(n).padStart(7, "0")}Z'"`;
  for (let n = 0; n < count; n++) versions.add(id(n), etag(n));
  for (let n = 0; n < count; n++) {
    if (!versions.has(id(n), etag(n))) throw new Error(`The version ${n} is missing.`);
    if (versions.has(id(n), etag(n + 1))) throw new Error(`The row ${n} has another version.`);
    if (versions.has(id(n + count), etag(n))) throw new Error(`The row ${n + count} was never added.`);
  }
  expect(versions.has({ partitionKey: "p1", rowKey: "row!2" }, etag(1))).toBe(false);
});

it("has no row without an ETag", () => {
  const versions = new RowVersions();
  const id = { partitionKey: "p", rowKey: "r" };
  versions.add(id, undefined);
  expect(versions.has(id, undefined)).toBe(false);
});
