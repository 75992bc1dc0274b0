import { chmodSync, lstatSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { DataFile } from "./data-file.js";

const tables = createTableService({ tables: { Shop: [] } });
const shop = '{"$table":"Shop"}\n';

it("a save that fails leaves the file of the last run, and nothing beside it", () => {
  const { root, read, list } = temporaryProject({ "rows.ndjson": "" });
  const file = new DataFile(join(root, "rows.ndjson"));
  const failing = createTableService();
  failing.exportRows = () => {
    throw new Error("disk full");
  };
  expect(() => file.save(failing)).toThrow("disk full");
  expect([list(), read("rows.ndjson")]).toEqual([["rows.ndjson"], ""]);
});

it("keeps the permissions of the file, and the link that leads to it", () => {
  const { root, read } = temporaryProject({ "private.ndjson": "" });
  chmodSync(join(root, "private.ndjson"), 0o600);
  symlinkSync("private.ndjson", join(root, "rows.ndjson"));
  new DataFile(join(root, "rows.ndjson")).save(tables);
  expect(read("private.ndjson")).toBe(shop);
  expect(statSync(join(root, "private.ndjson")).mode & 0o777).toBe(0o600);
  expect(lstatSync(join(root, "rows.ndjson")).isSymbolicLink()).toBe(true);
});

it("makes a new file", () => {
  const { root, read } = temporaryProject();
  const file = new DataFile(join(root, "rows.ndjson"));
  expect(file.exists).toBe(false);
  file.save(tables);
  expect(read("rows.ndjson")).toBe(shop);
});
