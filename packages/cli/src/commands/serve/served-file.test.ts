import { chmodSync, lstatSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { temporaryProject } from "../../test/temporary-project.js";
import { loadRows, ServedFile } from "./served-file.js";

const options = { sync: false, onNotice: () => undefined };
const shop = /^\{"odata.sum":"[0-9a-f]{8}","\$table":"Shop"\}\n$/;

it("does not overwrite a file that something else has changed", () => {
  const { root, write, read, list } = temporaryProject({ "rows.ndjson": "", "rows.ndjson.1": "kept" });
  const tables = createTableService();
  const close = new ServedFile(join(root, "rows.ndjson")).open(tables, options);
  write("rows.ndjson", '{"$table":"Other"}\n');
  tables.seed({ Shop: [] });
  expect(close).toThrow(expect.objectContaining({ code: "serve.file-changed" }));
  expect(list()).toEqual(["rows.ndjson", "rows.ndjson.1", "rows.ndjson.2"]);
  expect([read("rows.ndjson"), read("rows.ndjson.1")]).toEqual(['{"$table":"Other"}\n', "kept"]);
  expect(read("rows.ndjson.2")).toMatch(shop);
});

it("makes the file again that was deleted meanwhile", () => {
  const { root, read, remove } = temporaryProject({ "rows.ndjson": "" });
  const tables = createTableService();
  const close = new ServedFile(join(root, "rows.ndjson")).open(tables, options);
  remove("rows.ndjson");
  tables.seed({ Shop: [] });
  close();
  expect(read("rows.ndjson")).toMatch(shop);
});

it("keeps the permissions of the file, and the link that leads to it", () => {
  const { root, read } = temporaryProject({ "private.ndjson": "" });
  chmodSync(join(root, "private.ndjson"), 0o600);
  symlinkSync("private.ndjson", join(root, "rows.ndjson"));
  const tables = createTableService();
  const close = new ServedFile(join(root, "rows.ndjson")).open(tables, options);
  tables.seed({ Shop: [], Gone: [] });
  tables.reset();
  tables.seed({ Shop: [] });
  close();
  expect(read("private.ndjson")).toMatch(shop);
  expect(statSync(join(root, "private.ndjson")).mode & 0o777).toBe(0o600);
  expect(lstatSync(join(root, "rows.ndjson")).isSymbolicLink()).toBe(true);
});

it("names the file that cannot be written", () => {
  const { root } = temporaryProject();
  const file = new ServedFile(join(root, "rows.ndjson"));
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
  const failing = {
    ...createTableService(),
    openDataFile: () => {
      throw full;
    },
  };
  expect(() => file.open(failing as never, options)).toThrow(
    expect.objectContaining({
      code: "serve.not-saved",
      message: `Cannot save ${join(root, "rows.ndjson")}: the disk is full (ENOSPC). No file was written.`,
    }),
  );
});

it("loads the rows of a file, or none if a line is invalid", () => {
  const row = '{"$table":"Shop","PartitionKey":"p","RowKey":"1"}';
  const { root } = temporaryProject({ "rows.ndjson": `${row}\n`, "broken.ndjson": `${row}\n{"$table":` });
  const tables = createTableService();
  expect(() => loadRows(join(root, "broken.ndjson"), tables)).toThrow(
    expect.objectContaining({
      code: "serve.file-invalid",
      message: expect.stringContaining(`Cannot load ${join(root, "broken.ndjson")}. Line 2: `),
    }),
  );
  expect(tables.dump()).toEqual({});
  loadRows(join(root, "rows.ndjson"), tables);
  expect(tables.dump()["Shop"]).toMatchObject([{ RowKey: "1" }]);
  writeFileSync(join(root, "bytes.ndjson"), Buffer.from([0x7b, 0xff]));
  expect(() => loadRows(join(root, "bytes.ndjson"), tables)).toThrow("It is not text in UTF-8.");
  const failing = { ...tables, importRows: () => fail() };
  expect(() => loadRows(join(root, "rows.ndjson"), failing as never)).toThrow(RangeError);
});

function fail(): never {
  throw new RangeError("no");
}
