import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it, vi } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { sampleLines, seededRandom } from "../../test/sample-rows.js";
import { runInShell, startCli } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const soak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

const server = commandServer();

/** Returns the lines of a table's rows without their Timestamps, which no client can set. */
function rowsOf(table: string, service = server.service): string[] {
  return service
    .exportRows()
    .filter((line) => line.startsWith(`{"$table":"${table}"`) && line.includes('"PartitionKey"'))
    .map((line) => line.replace(/"Timestamp":"[^"]*",?/, "").replace(/^\{"\$table":"\w+"/, '{"$table":"T"'));
}

/** Returns the first lines that only one of two lists has. A difference of thousands of lines is hard to read. */
function difference(one: readonly string[], other: readonly string[]): string[] {
  const [first, second] = [new Set(one), new Set(other)];
  const only = [...one.filter((line) => !second.has(line)), ...other.filter((line) => !first.has(line))];
  const counts = one.length === other.length ? [] : [`${one.length} and ${other.length} lines`];
  return [...counts, ...only.slice(0, 4).map((line) => line.slice(0, 300))];
}

/** Returns lines of the strict service, which are ASCII, with text as the command writes it: escaped only if no tool would show it. */
function readable(lines: readonly string[]): string[] {
  const shown = (text: string, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[\0-\x9f\u2028\u2029\ufeff]/.test(character) ? text : character;
  };
  return lines.map((line) => line.replace(/\\u([\da-f]{4})/g, shown));
}

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

describe("export", () => {
  it("writes the lines that the strict service writes, and reads", async () => {
    const { root, read, list } = temporaryProject();
    server.service.importRows(sampleLines("Shop", 3000));
    const { code, log, out } = await runHere(root, "export", "Shop", "--out", "rows.ndjson");
    expect({ code, log, out }).toEqual({ code: 0, log: "✔ 3,000 rows of Shop exported to rows.ndjson", out: "" });
    expect(difference(linesOf(read("rows.ndjson")), readable(server.service.exportRows()))).toEqual([]);
    const other = createTableService();
    other.importRows(linesOf(read("rows.ndjson")));
    expect(difference(other.exportRows(), server.service.exportRows())).toEqual([]);
    expect(list()).toEqual(["rows.ndjson", "rows.ndjson.manifest.json"]);
  });

  it("writes the same to stdout, and compresses a file whose name ends with .gz", async () => {
    const { root } = temporaryProject();
    server.service.importRows(sampleLines("Shop", 2500));
    const { out } = await runHere(root, "export", "Shop", "--parallel", "1");
    expect(difference(linesOf(out), readable(server.service.exportRows()))).toEqual([]);
    const { out: json } = await runHere(root, "export", "Shop", "--out", "rows.ndjson.gz", "--json");
    const stored = readFileSync(join(root, "rows.ndjson.gz"));
    expect(JSON.parse(json)).toEqual({
      ok: true,
      exitCode: 0,
      table: "Shop",
      file: "rows.ndjson.gz",
      rows: 2500,
      bytes: stored.length,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(difference(linesOf(gunzipSync(stored).toString()), readable(server.service.exportRows()))).toEqual([]);
  });

  it.each(["rows.ndjson", "rows.ndjson.gz"])(
    "writes a table without rows to %s so that import reads it",
    async (file) => {
      const { root } = temporaryProject();
      server.service.seed({ Shop: [] });
      expect(await runHere(root, "export", "Shop", "--out", file)).toMatchObject({ code: 0 });
      const stored = readFileSync(join(root, file));
      expect((file.endsWith(".gz") ? gunzipSync(stored) : stored).length).toBe(0);
      expect(await runHere(root, "import", "Shop", file)).toMatchObject({ code: 0 });
    },
  );

  it("exits with 4 for a table that does not exist, and leaves no file behind", async () => {
    const { root, list } = temporaryProject();
    for (const args of [[], ["--out", "rows.ndjson"]])
      expect(await runHere(root, "export", "Shop", ...args)).toMatchObject({
        code: 4,
        out: "",
        log: expect.stringMatching(/^✖ table\.not-found/),
      });
    expect(list()).toEqual([]);
  });

  it.each([
    [["--out", "rows.ndjson"], "export.file-exists"],
    [["--json"], "--json needs --out"],
    [["--parallel", "0"], "Expected a whole number from 1 to 64."],
    [["--out", "begun.ndjson"], "export.state-invalid"],
    [["--out", "damaged.ndjson"], "export.state-invalid"],
  ])("exits with 2 for %j", async (args, message) => {
    const state = { version: 1, endpoint: server.endpoint, table: "Other", bytes: 0, rows: 0, ranges: [] };
    const { root, read } = temporaryProject({
      "rows.ndjson": "mine",
      "begun.ndjson.export-state.json": JSON.stringify(state),
      "damaged.ndjson.export-state.json": "{",
    });
    server.service.seed({ Shop: [] });
    const { code, out, log } = await runHere(root, "export", "Shop", ...args);
    expect([code, out + log]).toEqual([2, expect.stringContaining(message)]);
    expect(read("rows.ndjson")).toBe("mine");
  });
});

describe("import", () => {
  it("stores rows that are equal to those exported, row by row", async () => {
    const { root } = temporaryProject();
    server.service.importRows(sampleLines("Shop", 3000));
    server.service.seed({ Copy: [] });
    await runHere(root, "export", "Shop", "--out", "rows.ndjson.gz");
    const { code, log } = await runHere(root, "import", "Copy", "rows.ndjson.gz");
    expect({ code, log }).toEqual({ code: 0, log: "✔ 3,000 rows imported to Copy" });
    expect(difference(rowsOf("Copy"), rowsOf("Shop"))).toEqual([]);
    expect(existsSync(join(root, "rows.ndjson.gz.import-state.json"))).toBe(false);
  });

  it("reads from a pipe", async () => {
    server.service.importRows(sampleLines("Shop", 3000));
    server.service.seed({ Copy: [] });
    const { code, out, log } = await runInShell("/", '"$@" export Shop | "$@" import Copy');
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(linesOf(log).sort()).toEqual(["✔ 3,000 rows imported to Copy", "✔ 3,000 rows of Shop exported"]);
    expect(difference(rowsOf("Copy"), rowsOf("Shop"))).toEqual([]);
  });

  it("replaces or merges rows that exist, as --mode says", async () => {
    const { root } = temporaryProject({
      "rows.ndjson": '{"$table":"Shop","PartitionKey":"p","RowKey":"r","a":2}\n',
    });
    const seed = { Shop: [{ PartitionKey: "p", RowKey: "r", a: 1, b: 1 }] };
    server.service.seed(seed);
    await runHere(root, "import", "Shop", "rows.ndjson", "--mode", "merge");
    expect(server.service.dump()["Shop"]).toMatchObject([{ a: 2, b: 1 }]);
    await runHere(root, "import", "Shop", "rows.ndjson", "--mode", "replace");
    expect(server.service.dump()["Shop"]?.[0]).not.toHaveProperty("b");
  });

  it("stops at a row that is refused, and goes on after it when that is corrected", async () => {
    const lines = sampleLines("Shop", 700);
    const { root, write, list } = temporaryProject({ "rows.ndjson": `${lines.join("\n")}\n` });
    server.service.seed({ Shop: [] });
    const existing = lines[499] ?? "";
    server.service.importRows([existing]);
    const first = await runHere(root, "import", "Shop", "rows.ndjson");
    expect(first).toMatchObject({ code: 4, log: expect.stringContaining("✖ entity.already-exists  Line 500: ") });
    expect(first.log).toContain("Correct this, then run the same command again to continue.");
    expect(list()).toContain("rows.ndjson.import-state.json");
    const again = await runHere(root, "import", "Shop", "rows.ndjson");
    // The row equals its line, and a continued run cannot know who wrote it.
    expect(again).toMatchObject({ code: 0, log: expect.stringContaining("✔ 700 rows imported to Shop") });
    const expected = createTableService();
    expected.importRows(lines);
    expect(difference(rowsOf("Shop"), rowsOf("Shop", expected))).toEqual([]);
    write("other.ndjson", `${lines[0]}\n`);
    expect(await runHere(root, "import", "Shop", "other.ndjson")).toMatchObject({ code: 4 });
  });

  it.each([
    [
      "a line that is cut off",
      '{"$table":"Shop","PartitionKey":"p","RowKey":"a"}\n{"$table":"Sh',
      "Line 2: The row of Shop is not valid JSON.",
    ],
    [
      "a line without a key",
      '{"$table":"Shop","PartitionKey":"p","a":1}',
      "Line 1: PartitionKey and RowKey must both be strings.",
    ],
    [
      "rows of two tables",
      '{"$table":"A","PartitionKey":"p","RowKey":"a"}\n\n{"$table":"B","PartitionKey":"p","RowKey":"a"}',
      "Line 3: it belongs to B",
    ],
    [
      "a value of another type",
      '{"$table":"Shop","PartitionKey":"p","RowKey":"a","n@odata.type":"Edm.Int64","n":"x"}',
      "Line 1: Shop.n ",
    ],
  ])("refuses %s with exit code 2", async (_, text, message) => {
    const { root } = temporaryProject({ "rows.ndjson": text });
    server.service.seed({ Shop: [] });
    const { code, log } = await runHere(root, "import", "Shop", "rows.ndjson");
    expect([code, log]).toEqual([2, expect.stringContaining(`✖ import.file-invalid  ${message}`)]);
  });

  it("refuses bytes that are not UTF-8, and compressed ones that are cut off", async () => {
    const { root } = temporaryProject();
    server.service.importRows(sampleLines("Shop", 20));
    writeFileSync(join(root, "bytes.ndjson"), Buffer.from([0x7b, 0xff, 0x0a]));
    expect((await runHere(root, "import", "Shop", "bytes.ndjson")).log).toContain("is not in UTF-8");
    await runHere(root, "export", "Shop", "--out", "rows.ndjson.gz");
    truncateSync(join(root, "rows.ndjson.gz"), 100);
    const args = ["import", "Shop", "rows.ndjson.gz", "--mode", "replace"];
    expect((await runHere(root, ...args)).log).toContain("✖ import.checksum-mismatch  ");
    writeFileSync(join(root, "cut.ndjson.gz"), readFileSync(join(root, "rows.ndjson.gz")));
    expect(await runHere(root, "import", "Shop", "cut.ndjson.gz")).toMatchObject({
      code: 2,
      log: expect.stringContaining("cannot be decompressed: unexpected end of file"),
    });
  });

  it("refuses a file that differs from its manifest, or whose export has not ended", async () => {
    const { root, write, read } = temporaryProject();
    server.service.importRows(sampleLines("Shop", 20));
    await runHere(root, "export", "Shop", "--out", "rows.ndjson");
    const before = server.service.exportRows();
    const text = read("rows.ndjson");
    const args = ["import", "Shop", "rows.ndjson", "--mode", "replace"];
    write("rows.ndjson", text.replace("2147483", "2147484"));
    expect(await runHere(root, ...args)).toMatchObject({
      code: 2,
      log: expect.stringContaining("its checksum differs"),
    });
    appendFileSync(join(root, "rows.ndjson"), "\n");
    expect((await runHere(root, ...args)).log).toContain("✖ import.checksum-mismatch  ");
    write("rows.ndjson", text);
    write("rows.ndjson.export-state.json", "{}");
    expect((await runHere(root, ...args)).log).toContain("✖ import.unfinished-export  ");
    expect(difference(server.service.exportRows(), before)).toEqual([]);
  });

  it("does not go on with what another import has begun", async () => {
    const { root, write } = temporaryProject({ "rows.ndjson": `${sampleLines("Shop", 5).join("\n")}\n{` });
    server.service.seed({ Shop: [], Other: [] });
    await runHere(root, "import", "Other", "rows.ndjson");
    const args = ["import", "Shop", "rows.ndjson"];
    expect(await runHere(root, ...args)).toMatchObject({
      code: 2,
      log: expect.stringContaining("it belongs to an import to Other at http://127.0.0.1:"),
    });
    write("rows.ndjson.import-state.json", "[");
    expect((await runHere(root, ...args)).log).toContain("it is damaged");
  });
});

describe("runs that are stopped", () => {
  /** Slows the service, so that there is time to stop. */
  function slow(milliseconds: number): void {
    server.service.faults.clear();
    server.service.faults.add({ fault: { kind: "delay", milliseconds } });
  }

  it.each(["SIGINT", "SIGTERM"] as const)("end cleanly on %s, say how to go on, and go on", async (signal) => {
    const { root, read, list } = temporaryProject();
    const code = signal === "SIGINT" ? 130 : 143;
    server.service.importRows(sampleLines("Shop", 5000));
    server.service.seed({ Copy: [] });
    const stop = async (args: string[], stateFile: string) => {
      const { child, ended } = startCli(root, args);
      await vi.waitFor(() => expect(read(stateFile)).toMatch(/"rows":[1-9]/), { timeout: 600_000, interval: 5 });
      child.kill(signal);
      const { log, ...rest } = await ended;
      server.service.faults.clear();
      expect(rest).toEqual({ code, out: "" });
      expect(read(stateFile)).not.toContain(server.service.key);
      expect(log).toMatch(
        /^(?:.*no manifest.*\n)?Stopped after [\d,]+ rows?\. Run the same command again to continue\.\n$/,
      );
    };
    const exporting = ["export", "Shop", "--out", "rows.ndjson", "--parallel", "1"];
    slow(100);
    await stop(exporting, "rows.ndjson.export-state.json");
    // A kill leaves more lines than the state counts.
    appendFileSync(join(root, "rows.ndjson"), '{"$table":"Shop","Partit');
    expect(await runHere(root, ...exporting)).toMatchObject({
      code: 0,
      log: expect.stringMatching(
        /^Continuing rows\.ndjson after [\d,]+ rows?\.\n✔ 5,000 rows of Shop exported to rows\.ndjson$/,
      ),
    });
    const importing = ["import", "Copy", "rows.ndjson", "--parallel", "1"];
    slow(20);
    await stop(importing, "rows.ndjson.import-state.json");
    expect(await runHere(root, ...importing)).toMatchObject({ code: 0 });
    expect(difference(rowsOf("Copy"), rowsOf("Shop"))).toEqual([]);
    expect(list()).toEqual(["rows.ndjson", "rows.ndjson.manifest.json"]);
  });

  const rows = soak ? 100_000 : 3000;
  const kills = soak ? 20 : 2;

  it.each(["rows.ndjson", "rows.ndjson.gz"])(
    `killed ${kills} times at random moments, %s comes out whole`,
    async (file) => {
      const { root } = temporaryProject();
      server.service.importRows(sampleLines("Shop", rows));
      server.service.seed({ Copy: [] });
      const random = seededRandom(file.length);
      const kill = async (args: string[]) => {
        const stateFile = join(root, `${file}.${args[0]}-state.json`);
        const readState = () => (existsSync(stateFile) ? readFileSync(stateFile, "utf8") : "");
        let killed = 0;
        do {
          const before = readState();
          const { child, ended } = startCli(root, args);
          let isOver = false;
          ended.then(() => {
            isOver = true;
          });
          // Until a run has progressed, a kill only costs the start of the process.
          const isFurther = () => isOver || (/"rows":[1-9]/.test(readState()) && readState() !== before);
          // A continued run reads the imported lines again, which takes a while on a busy machine.
          await vi.waitFor(() => expect(isFurther()).toBe(true), { timeout: 600_000, interval: 5 });
          await Promise.race([delay(random() * 250), ended]);
          child.kill("SIGKILL");
          const { code, log } = await ended;
          expect(code ?? 0, log).toBe(0);
          if (code === null) killed++;
        } while (killed < kills && existsSync(stateFile));
        expect(killed).toBeGreaterThan(soak ? kills - 1 : 0);
        server.service.faults.clear();
        if (existsSync(stateFile)) expect(await runHere(root, ...args)).toMatchObject({ code: 0 });
      };
      slow(soak ? 200 : 100);
      await kill(["export", "Shop", "--out", file, "--parallel", "2"]);
      const manifest = JSON.parse(readFileSync(join(root, `${file}.manifest.json`), "utf8"));
      expect(manifest).toMatchObject({ table: "Shop", rows });
      slow(soak ? 20 : 40);
      await kill(["import", "Copy", file, "--parallel", "2"]);
      expect(difference(rowsOf("Copy"), rowsOf("Shop"))).toEqual([]);
    },
  );
});
