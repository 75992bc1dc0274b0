import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { progressHere, runHere, runWithBar } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

let server: TableServer;

beforeAll(async () => {
  server = await serveTableService();
});
afterAll(() => server.close());
beforeEach(() => {
  server.service.reset();
  server.service.seed({ Shop: [] });
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const line = (number: number, value = 1) =>
  `{"$table":"Shop","PartitionKey":"p${number % 3}","RowKey":"${String(number).padStart(5, "0")}","n":${value}}`;
const lines = Array.from({ length: 500 }, (_, index) => line(index));
const textOf = (all: readonly string[]) => `${all.join("\n")}\n`;
/** Lines with an invalid line 401. */
const broken = [...lines.slice(0, 400), "{", ...lines.slice(401)];
const importing = ["import", "Shop", "rows.ndjson"];
const count = () => server.service.dump()["Shop"]?.length;

describe("an import that stopped", () => {
  it("says how many rows were written, and goes on when the line is corrected", async () => {
    const { root, write, list } = temporaryProject({ "rows.ndjson": textOf(broken) });
    const first = await runHere(root, ...importing);
    expect(first).toMatchObject({ code: 2, log: expect.stringContaining("✖ import.file-invalid  Line 401: ") });
    expect(first.log).toContain(
      "→ Written from the beginning: 400 rows. Correct the file, then run the same command again.",
    );
    write("rows.ndjson", textOf([...lines, line(500)]));
    expect(await runHere(root, ...importing)).toMatchObject({
      code: 0,
      log: expect.stringMatching(/Continuing rows\.ndjson after 400 rows\.\n✔ 501 rows imported to Shop$/),
    });
    expect([count(), list()]).toEqual([501, ["rows.ndjson"]]);
  });

  it("shows how much of the whole file is written, and the speed of this run alone", async () => {
    const long = Array.from({ length: 16_000 }, (_, index) =>
      line(index).replace("}", `,"text":"${"x".repeat(200)}"}`),
    );
    const { root, write } = temporaryProject({ "rows.ndjson": textOf([...long.slice(0, 12_000), "{"]) });
    expect(await runHere(root, ...importing)).toMatchObject({ code: 2 });
    write("rows.ndjson", textOf(long));
    server.service.faults.add({ fault: { kind: "delay", milliseconds: 100 } });
    expect(await runWithBar(root, ...importing, "--parallel", "1")).toMatchObject({ code: 0 });
    const drawn = progressHere.filter((text) => text !== "");
    // Three quarters, plus the rest of the last chunk of 256 KiB.
    expect(drawn[0]).toMatch(/^█+░+ 12,000 rows, 0 rows\/s, (?:7[5-9]|8\d) %$/);
    expect(drawn.length).toBeGreaterThan(1);
    for (const [index, text] of drawn.entries()) {
      const [rows = 0, speed = 0, percent = 0] = text.replaceAll(",", "").match(/\d+/g)?.map(Number) ?? [];
      expect(percent).toBeGreaterThanOrEqual(75);
      // The bar is drawn every 100 ms or later.
      if (index > 0) expect(speed).toBeLessThanOrEqual(1 + (rows - 12_000) / (index * 0.098));
    }
  });

  it("goes on with a whole copy of a compressed file that was cut off", async () => {
    const { root } = temporaryProject();
    const file = join(root, "rows.ndjson.gz");
    const many = Array.from({ length: 3000 }, (_, index) => line(index, (index * 7919) % 100_003));
    const whole = gzipSync(textOf(many));
    writeFileSync(file, whole.subarray(0, whole.length - 5000));
    const args = ["import", "Shop", "rows.ndjson.gz"];
    expect(await runHere(root, ...args)).toMatchObject({
      code: 2,
      log: expect.stringMatching(
        /cannot be decompressed.*\n.*Written from the beginning: [1-9][\d,]* rows\. Copy or export the file again, then run the same command again\.\n {2}More: /,
      ),
    });
    writeFileSync(file, gzipSync(textOf(many), { level: 1 }));
    expect(await runHere(root, ...args)).toMatchObject({ code: 0 });
    expect(count()).toBe(3000);
  });

  it.each(["changed", "in another order", "cut off"])("refuses a file whose written lines were %s", async (how) => {
    const { root, write } = temporaryProject({ "rows.ndjson": textOf(broken) });
    await runHere(root, ...importing);
    const other = { changed: [line(0, 7), ...lines.slice(1)], "cut off": lines.slice(0, 300) }[how];
    write("rows.ndjson", textOf(other ?? [...lines].reverse()));
    const before = server.service.exportRows();
    for (let run = 0; run < 2; run++)
      expect(await runHere(root, ...importing)).toMatchObject({
        code: 2,
        log: expect.stringMatching(
          /✖ import\.state-invalid .*the lines up to 400 were written, but have changed .*\n.*Restore those lines/,
        ),
      });
    expect(server.service.exportRows()).toEqual(before);
  });

  it("refuses a table without the rows that were written before", async () => {
    const { root, write } = temporaryProject({ "rows.ndjson": textOf(broken) });
    await runHere(root, ...importing);
    server.service.reset();
    server.service.seed({ Shop: [] });
    write("rows.ndjson", textOf(lines));
    const { code, log } = await runHere(root, ...importing);
    expect([code, log]).toEqual([2, expect.stringContaining("✖ import.state-invalid  ")]);
    expect(log).toMatch(/line 398 was written, but its row is not in Shop, .*\n.*delete this state file/);
    expect(count()).toBe(0);
  });

  it("leaves no state, and nothing to continue, when the service has refused every row", async () => {
    const { root, list } = temporaryProject({ "rows.ndjson": textOf([line(1)]) });
    server.service.importRows([line(1)]);
    const help = "Written from the beginning: 0 rows. Correct this, then run the same command again.";
    for (const args of [["import", "None", "rows.ndjson"], importing])
      expect(await runHere(root, ...args)).toMatchObject({ code: 4, log: expect.stringContaining(help) });
    expect(list()).toEqual(["rows.ndjson"]);
    expect(await runHere(root, ...importing, "--mode", "replace")).toMatchObject({ code: 0 });
  });

  it.each([
    ["in the order of its keys", (number: number) => `p${Math.floor(number / 5000)}`],
    ["of two ranges that were exported at a time", (number: number) => `p${Math.floor(number / 1000) % 2}`],
  ])("continues %s with at most 1.2 times the requests of what is left", async (_, partitionOf) => {
    const rows = Array.from({ length: 20_000 }, (_, number) =>
      line(number).replace(/"p\d"/, JSON.stringify(partitionOf(number))),
    );
    const { root, write } = temporaryProject({ "rows.ndjson": textOf(["{", ...rows]) });
    // A run that was killed while its first row was still under way.
    expect(await runHere(root, ...importing)).toMatchObject({ code: 2 });
    write("rows.ndjson", textOf(rows));
    server.service.reset();
    server.service.importRows(rows.slice(1, 10_001));
    const state = {
      version: 1,
      endpoint: server.endpoint,
      table: "Shop",
      mode: "insert",
      line: 0,
      rows: 0,
      sha256: "",
    };
    write("rows.ndjson.import-state.json", JSON.stringify(state));
    server.service.clearRequests();
    expect(await runHere(root, ...importing)).toMatchObject({ code: 0 });
    expect(count()).toBe(20_000);
    expect(server.service.requests.length).toBeLessThanOrEqual(1.2 * 100);
  });

  it("counts the rows that were written after one that was refused", async () => {
    const { root } = temporaryProject({ "rows.ndjson": textOf(lines) });
    server.service.importRows([line(0, 5)]);
    const { log } = await runHere(root, ...importing);
    const [, written = ""] = /Written from the beginning: 0 rows, and (\d+) rows after line 1\./.exec(log) ?? [];
    expect(Number(written)).toBe((count() ?? 0) - 1);
    expect(Number(written)).toBeGreaterThan(0);
  });

  it("keeps its state when rows were written after one that was refused", async () => {
    const { root, list } = temporaryProject({ "rows.ndjson": textOf([line(1), line(2)]) });
    server.service.importRows([line(1, 5)]);
    expect(await runHere(root, ...importing)).toMatchObject({ code: 4 });
    expect([count(), list()]).toEqual([2, ["rows.ndjson", "rows.ndjson.import-state.json"]]);
    expect(readFileSync(join(root, "rows.ndjson.import-state.json"), "utf8")).toContain('"line":0');
    expect(await runHere(root, ...importing, "--mode", "replace")).toMatchObject({ code: 0 });
  });
});

describe("files and folders", () => {
  it("leaves nothing beside a file whose table can't have that name", async () => {
    const { root, list } = temporaryProject({ "rows.ndjson": textOf(lines) });
    expect(await runHere(root, "import", "X1", "rows.ndjson")).toMatchObject({
      code: 2,
      log: expect.stringContaining('✖ cli.usage  Invalid table name "X1"'),
    });
    expect(list()).toEqual(["rows.ndjson"]);
  });

  it("names the folder that was given for a file", async () => {
    const { root } = temporaryProject();
    expect(await runHere(root, "import", "Shop", ".")).toMatchObject({
      code: 2,
      log: expect.stringContaining(`Cannot import ${root}: it is a folder, and a file is needed.`),
    });
    expect(await runHere(root, "export", "Shop", "--out", "none/rows.ndjson")).toMatchObject({
      code: 2,
      log: expect.stringContaining(
        `Cannot open ${join(root, "none/rows.ndjson")}: there is no such file or folder (ENOENT).`,
      ),
    });
  });

  it.runIf(process.platform === "linux")("imports a file from a folder that can't be written to", async () => {
    const { root, list } = temporaryProject({ "rows.ndjson": textOf(broken) });
    const handle = openSync(join(root, "rows.ndjson"), "r");
    const args = ["import", "Shop", `/proc/self/fd/${handle}`];
    const first = await runHere(root, ...args);
    expect(first.log).toContain("so this import cannot be continued if it stops.");
    expect(first).toMatchObject({ code: 2, log: expect.stringContaining("Written from the beginning: 400 rows.") });
    writeFileSync(join(root, "rows.ndjson"), textOf(lines));
    expect(await runHere(root, ...args, "--mode", "replace")).toMatchObject({ code: 0 });
    closeSync(handle);
    expect([count(), list()]).toEqual([500, ["rows.ndjson"]]);
  });
});
