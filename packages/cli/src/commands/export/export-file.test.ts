import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryProject } from "../../test/temporary-project.js";
import { ExportFile } from "./export-file.js";

const source = { endpoint: "http://127.0.0.1:1", table: "Shop" };
const open = (root: string) => ExportFile.open(join(root, "rows.ndjson"), source, async () => []);
const lock = "rows.ndjson.export-lock.json";

it("refuses a second export to a file, and lets the next one go on once the first has stopped", async () => {
  const { root, list } = temporaryProject();
  const first = await open(root);
  await expect(open(root)).rejects.toMatchObject({
    code: "export.under-way",
    message: expect.stringMatching(new RegExp(`^Process ${process.pid} on .* is exporting to .*rows\\.ndjson\\.$`)),
  });
  await first.append({ lines: Buffer.from("{}\n"), rows: 1 }, () => undefined);
  await first.stop();
  const next = await open(root);
  expect(next.rows).toBe(1);
  await next.finish();
  expect(list()).toEqual(["rows.ndjson", "rows.ndjson.manifest.json"]);
});

it("writes no manifest for a file that something else wrote to", async () => {
  const { root, list } = temporaryProject();
  const file = await open(root);
  appendFileSync(join(root, "rows.ndjson"), "{}\n");
  await expect(file.finish()).rejects.toMatchObject({ code: "export.state-invalid" });
  expect(list()).not.toContain("rows.ndjson.manifest.json");
  expect(list()).not.toContain(lock);
});
