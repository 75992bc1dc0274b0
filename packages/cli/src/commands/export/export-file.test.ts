import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { type FileHandle, open as openFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { saveEveryMs } from "../../files/state-file.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { ExportFile, type ExportSource, exportStateFile } from "./export-file.js";

const source = { endpoint: "http://127.0.0.1:1", table: "Shop" };
const open = (root: string, name = "rows.ndjson") => ExportFile.open(join(root, name), source, async () => []);
const lock = "rows.ndjson.export-lock.json";
const page = (text: string, rows = 1) => ({ lines: Buffer.from(text), rows });
const nothing = () => undefined;

it("refuses a second export to a file, and lets the next one go on once the first has stopped", async () => {
  const { root, list } = temporaryProject();
  const first = await open(root);
  await expect(open(root)).rejects.toMatchObject({
    code: "export.under-way",
    message: expect.stringMatching(new RegExp(`^Process ${process.pid} on .* is exporting to .*rows\\.ndjson\\.$`)),
  });
  await first.append(page("{}\n"), nothing);
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

it.each(["rows.ndjson", "rows.ndjson.gz"])("continues %s after the rows that are surely written", async (name) => {
  const { root } = temporaryProject();
  const path = join(root, name);
  const first = await open(root, name);
  await Promise.all([first.append(page("1\n"), nothing), first.append(page("2\n3\n", 2), nothing)]);
  await first.stop();
  appendFileSync(path, '{"$ta');
  const next = await open(root, name);
  expect(next.rows).toBe(3);
  await next.append(page("4\n"), nothing);
  const manifest = await next.finish();
  const stored = readFileSync(path);
  expect((name.endsWith(".gz") ? gunzipSync(stored) : stored).toString()).toBe("1\n2\n3\n4\n");
  const sha256 = createHash("sha256").update(stored).digest("hex");
  expect(manifest).toEqual({ version: 1, table: "Shop", rows: 4, bytes: stored.length, sha256 });
});

it("writes nothing for a page without rows, and records how far it was read", async () => {
  const { root } = temporaryProject();
  const file = await ExportFile.open(join(root, "rows.ndjson.gz"), source, async () => [{ share: 1 }]);
  await file.append(page("", 0), () => {
    Object.assign(file.ranges[0] ?? {}, { ge: "b" });
  });
  await file.stop();
  expect(readFileSync(join(root, "rows.ndjson.gz")).length).toBe(0);
  const next = await open(root, "rows.ndjson.gz");
  expect(next.ranges).toEqual([{ share: 1, ge: "b" }]);
  await next.stop();
});

it("can stop after a page that could not be written", async () => {
  const { root, list } = temporaryProject();
  const file = await open(root);
  const failing = file.append(page("1\n"), () => {
    throw new TypeError("no");
  });
  await expect(failing).rejects.toThrow("no");
  await file.stop();
  expect(list()).toEqual(["rows.ndjson", "rows.ndjson.export-state.json"]);
});

it("leaves no lock behind if the table cannot be divided", async () => {
  const { root, list } = temporaryProject();
  const opening = ExportFile.open(join(root, "rows.ndjson"), source, () => Promise.reject(new TypeError("no")));
  await expect(opening).rejects.toThrow("no");
  expect(list()).toEqual([]);
});

describe("a save by time", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Sets the time forward, so that the next page is saved. */
  function passTime() {
    const now = performance.now() + saveEveryMs;
    vi.spyOn(performance, "now").mockReturnValue(now);
  }

  /** Returns the mock with which files are flushed to the disk. */
  async function flushes() {
    const handle = await openFile(new URL(import.meta.url));
    await handle.close();
    return vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, "datasync");
  }

  it("has the state of its page, while the pages that follow are written", async () => {
    const { root } = temporaryProject();
    const path = join(root, "rows.ndjson");
    const file = await ExportFile.open(path, source, async () => [{ share: 1 }]);
    const append = (line: string) =>
      file.append(page(`${line}\n`), () => {
        Object.assign(file.ranges[0] ?? {}, { ge: line });
      });
    const state = () => exportStateFile(path).read();
    let flush: () => void = nothing;
    const flushed = new Promise<void>((resolve) => {
      flush = () => resolve();
    });
    (await flushes()).mockReturnValueOnce(flushed);
    passTime();
    await append("1");
    await append("2");
    expect(readFileSync(path, "utf8")).toBe("1\n2\n");
    expect(state()).toMatchObject({ bytes: 0, rows: 0, ranges: [{ share: 1 }] });
    flush();
    await vi.waitFor(() => expect(state()).toMatchObject({ bytes: 2, rows: 1, ranges: [{ share: 1, ge: "1" }] }));
    await file.stop();
    expect(state()).toMatchObject({ bytes: 4, rows: 2, ranges: [{ share: 1, ge: "2" }] });
  });

  it("that fails is reported by the next page to be saved, and the rows are kept", async () => {
    const { root } = temporaryProject();
    const file = await open(root);
    (await flushes()).mockRejectedValueOnce(new Error("the disk is full"));
    passTime();
    await file.append(page("1\n"), nothing);
    await file.append(page("2\n"), nothing);
    passTime();
    await expect(file.append(page("3\n"), nothing)).rejects.toThrow("the disk is full");
    await file.stop();
    const next = await open(root);
    expect(next.rows).toBe(3);
    await next.finish();
  });

  it("that fails is reported at the end, and no manifest is written", async () => {
    const { root, list } = temporaryProject();
    const file = await open(root);
    (await flushes()).mockRejectedValueOnce(new Error("the disk is full"));
    passTime();
    await file.append(page("1\n"), nothing);
    await expect(file.finish()).rejects.toThrow("the disk is full");
    expect(list()).toEqual(["rows.ndjson", "rows.ndjson.export-state.json"]);
    const next = await open(root);
    expect(next.rows).toBe(0);
    await next.stop();
  });
});

describe("a file that stopped", () => {
  const all: ExportSource = { ...source, where: "n eq 1", select: ["n"], partitionKey: "p", shard: "1/2" };

  function stopped(text: string) {
    const { root } = temporaryProject({ "rows.ndjson": text });
    const path = join(root, "rows.ndjson");
    exportStateFile(path).write({ version: 1, ...all, bytes: 4, rows: 2, ranges: [] });
    return path;
  }

  const ofAnother = "it belongs to an export with another --where, --select, --partition, --since or --shard";

  it.each<[Partial<ExportSource>, string]>([
    [{ endpoint: "http://127.0.0.1:2" }, "it belongs to an export of Shop from http://127.0.0.1:1"],
    [{ table: "Other" }, "it belongs to an export of Shop from http://127.0.0.1:1"],
    [{ where: "n eq 2" }, ofAnother],
    [{ select: ["n", "m"] }, ofAnother],
    [{ partitionKey: "q" }, ofAnother],
    [{ shard: "2/2" }, ofAnother],
  ])("is not continued by an export with %j", async (changed, reason) => {
    const path = stopped("1\n2\n");
    await expect(ExportFile.open(path, { ...all, ...changed }, async () => [])).rejects.toMatchObject({
      code: "export.state-invalid",
      message: `Cannot continue from ${path}.export-state.json: ${reason}.`,
    });
  });

  it("is not continued if it has become shorter", async () => {
    const path = stopped("1\n2");
    await expect(ExportFile.open(path, all, async () => [])).rejects.toMatchObject({
      message: `Cannot continue from ${path}.export-state.json: ${path} has 3 bytes, fewer than the 4 that it records.`,
    });
  });

  it.each(['{"ranges":[]}', '{"bytes":0}', "["])("is not continued by the damaged state %s", async (text) => {
    const { root } = temporaryProject({ "rows.ndjson": "", "rows.ndjson.export-state.json": text });
    await expect(open(root)).rejects.toMatchObject({ message: expect.stringContaining("it is damaged") });
  });
});
