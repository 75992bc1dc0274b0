import { chmodSync, lstatSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { temporaryProject } from "../../test/temporary-project.js";
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

it.each([
  [true, "The old file is intact."],
  [false, "No file was written."],
])("on a full disk, names the file and says what is lost (file exists: %s)", (exists, state) => {
  const { root, list } = temporaryProject(exists ? { "rows.ndjson": shop } : {});
  const path = join(root, "rows.ndjson");
  const file = new DataFile(path);
  const failing = createTableService();
  // As Node reports it for a write to an open file: without a path.
  const full = { code: "ENOSPC", errno: -28, syscall: "write" };
  failing.exportRows = () => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), full);
  };
  expect(() => file.save(failing)).toThrow(
    expect.objectContaining({
      code: "serve.not-saved",
      message: `Cannot save ${path}: the disk is full (ENOSPC). The rows of this run were not saved. ${state}`,
      help: "Fix this before the next run: rows are saved only when the server stops.",
    }),
  );
  expect(list()).toEqual(exists ? ["rows.ndjson"] : []);
});

it.each(["replaced", "changed", "created"])("does not overwrite a file that was %s meanwhile", (how) => {
  const { root, write, read, list } = temporaryProject(how === "created" ? {} : { "rows.ndjson": shop });
  write("rows.ndjson.1", "kept");
  const path = join(root, "rows.ndjson");
  const file = new DataFile(path);
  const loaded = createTableService();
  if (how !== "created") file.load(loaded);
  const other = '{"$table":"Othr"}\n'.slice(0, shop.length);
  if (how === "replaced") {
    write("new", other);
    renameSync(join(root, "new"), path);
  } else writeFileSync(path, other);
  utimesSync(path, 1, how === "changed" ? 2 : 1);
  expect(() => file.save(tables)).toThrow(expect.objectContaining({ code: "serve.file-changed" }));
  expect(list()).toEqual(["rows.ndjson", "rows.ndjson.1", "rows.ndjson.2"]);
  expect([read("rows.ndjson"), read("rows.ndjson.1"), read("rows.ndjson.2")]).toEqual([other, "kept", shop]);
});

it("makes the file again that was deleted meanwhile", () => {
  const { root, read, remove } = temporaryProject({ "rows.ndjson": "" });
  const file = new DataFile(join(root, "rows.ndjson"));
  remove("rows.ndjson");
  file.save(tables);
  expect(read("rows.ndjson")).toBe(shop);
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
