import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../../test/temporary-project.js";
import { ImportFile } from "./import-file.js";

const target = { endpoint: "http://127.0.0.1:1", table: "Shop", mode: "insert" } as const;

it("counts what is written and not what is read, and never all before the end", async () => {
  const { root } = temporaryProject({ "rows.ndjson": "1\n2\n3\n" });
  const file = await ImportFile.open(join(root, "rows.ndjson"), target);
  for await (const _line of file.lines());
  expect(file.fraction).toBe(0);
  file.note(3, 3);
  expect(file.fraction).toBe(0.99);
});

it("does not count what an earlier run has written as work of this one", async () => {
  const text = Array.from({ length: 30_000 }, (_, index) => `${index}\n`).join("");
  const { root } = temporaryProject({ "rows.ndjson": text });
  const first = await ImportFile.open(join(root, "rows.ndjson"), target);
  for await (const { number } of first.lines()) if (number === 29_000) break;
  first.note(29_000, 29_000);
  first.stop(false);
  const next = await ImportFile.open(join(root, "rows.ndjson"), target);
  await next.skipWritten(async () => true);
  expect(next.rows).toBe(29_000);
  expect(next.fraction).toBeGreaterThan(0.9);
});

/** Creates a file in a project of its own. Returns its path, that of its state file, and a function that opens it. */
function project(text: string | Uint8Array, name = "rows.ndjson") {
  const path = join(temporaryProject().root, name);
  writeFileSync(path, text);
  const statePath = `${path}.import-state.json`;
  return { path, statePath, open: (more: object = {}) => ImportFile.open(path, { ...target, ...more }) };
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join("");

/** Writes the first lines of a file, and stops. */
async function writeSome(file: ImportFile, count: number): Promise<void> {
  for await (const { number } of file.lines()) if (number === count) break;
  file.note(count, count);
  file.stop(false);
}

async function textsOf(file: ImportFile): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of file.lines()) texts.push(text);
  return texts;
}

describe("an import that an earlier run stopped", () => {
  it("goes on after the written lines, if the table has the rows of the last three", async () => {
    const { open } = project(lines(9));
    await writeSome(await open(), 5);
    const next = await open();
    const asked: number[] = [];
    await next.skipWritten(async ({ number }) => asked.push(number) > 0);
    expect([next.isContinued, next.rows, asked]).toEqual([true, 5, [3, 4, 5]]);
    expect(await textsOf(next)).toEqual(["6", "7", "8", "9"]);
    next.note(9, 4);
    expect(next.rows).toBe(9);
  });

  it("is refused where the table lacks one of these rows", async () => {
    const { open, statePath } = project(lines(9));
    await writeSome(await open(), 5);
    const next = await open();
    await expect(next.skipWritten(async ({ number }) => number !== 4)).rejects.toThrow(
      expect.objectContaining({
        code: "import.state-invalid",
        message: `Cannot continue from ${statePath}: line 4 was written, but its row is not in Shop, which may have been deleted and created again.`,
        help: "To start again, delete this state file, and use --mode replace if rows of the file are already in the table.",
      }),
    );
  });

  it.each([
    ["changed", "1\n2\n3\n4\nfive\n6\n"],
    ["cut off", "1\n2\n3\n4\n"],
    ["followed by a longer gap", "1\n2\n3\n4\n\n5\n"],
  ])("is refused where the written lines were %s", async (_, text) => {
    const { open, path, statePath } = project(lines(9));
    await writeSome(await open(), 5);
    writeFileSync(path, text);
    const next = await open();
    await expect(next.skipWritten(async () => true)).rejects.toThrow(
      expect.objectContaining({
        message: `Cannot continue from ${statePath}: the lines up to 5 were written, but have changed in ${path} since.`,
        help: expect.stringMatching(/^Restore those lines. To start again, delete this state file/),
      }),
    );
  });

  it.each([
    [{ table: "Other" }, "it belongs to an import to Shop at http://127.0.0.1:1 with --mode insert"],
    [{ endpoint: "http://127.0.0.1:2" }, "it belongs to an import to Shop at http://127.0.0.1:1 with --mode insert"],
    [{ mode: "merge" }, "it belongs to an import to Shop at http://127.0.0.1:1 with --mode insert"],
  ])("is refused with another target: %j", async (more, reason) => {
    const { open, statePath } = project(lines(9));
    await writeSome(await open(), 5);
    await expect(open(more)).rejects.toThrow(
      expect.objectContaining({
        code: "import.state-invalid",
        message: `Cannot continue from ${statePath}: ${reason}.`,
        help: expect.stringMatching(/^Run the command of that import. To start again/),
      }),
    );
  });

  it("has nothing to continue if it wrote no line", async () => {
    const { open } = project(lines(9));
    await open();
    expect((await open({ table: "Other" })).isContinued).toBe(false);
  });

  it("is refused with a damaged state", async () => {
    const { open, statePath } = project(lines(9));
    writeFileSync(statePath, '{"version":1,"line":1}');
    await expect(open()).rejects.toThrow(`Cannot continue from ${statePath}: it is damaged.`);
  });
});

describe("the state of an import", () => {
  it("is removed at the end, or if nothing was written", async () => {
    const { open, statePath } = project(lines(3));
    const first = await open();
    expect(existsSync(statePath)).toBe(true);
    first.stop(true);
    expect([existsSync(statePath), first.help(false)]).toEqual([false, "Run the same command again."]);
    const second = await open();
    second.stop(false);
    expect([existsSync(statePath), second.help(true)]).toEqual([
      true,
      "Correct this, then run the same command again to continue.",
    ]);
    const third = await open();
    third.finish();
    expect(existsSync(statePath)).toBe(false);
  });

  it("stays if an earlier run wrote lines", async () => {
    const { open, statePath } = project(lines(3));
    await writeSome(await open(), 2);
    (await open()).stop(true);
    expect(JSON.parse(readFileSync(statePath, "utf8"))).toMatchObject({ version: 1, ...target, line: 2, rows: 2 });
  });

  it("counts bytes of lines that are written, in any number of notes", async () => {
    const { open } = project(`${"x".repeat(200_000)}\n`.repeat(4));
    const file = await open();
    const fractions: number[] = [];
    for await (const { number } of file.lines()) {
      if (number === 1) continue;
      file.note(number - 1, number - 1);
      fractions.push(file.fraction);
    }
    expect(fractions.every((fraction, index) => index === 0 || fraction > (fractions[index - 1] ?? 1))).toBe(true);
    expect(fractions[0]).toBeGreaterThan(0.2);
    expect(fractions.at(-1)).toBeLessThan(0.99);
    expect((await project("").open()).fraction).toBe(0);
  });
});

describe("a file to import", () => {
  const csv = "PartitionKey,RowKey\np,r\n";
  const row = '{"$table":"Shop","PartitionKey":"p","RowKey":"r"}';

  it.each<readonly [string, string | Uint8Array, readonly string[]]>([
    ["rows.ndjson", "a\nb\n", ["a", "b"]],
    ["rows.ndjson.gz", gzipSync("a\nb\n"), ["a", "b"]],
    ["rows.csv", csv, [row]],
    ["rows.csv.gz", gzipSync(csv), [row]],
    ["rows.csv.txt", "a\n", ["a"]],
  ])("is read as its name says: %s", async (name, text, texts) => {
    expect(await textsOf(await project(text, name).open())).toEqual(texts);
  });

  it("is refused where it cannot be decompressed", async () => {
    const { open, path } = project(gzipSync(lines(1000)).subarray(0, 100), "rows.ndjson.gz");
    const file = await open();
    await expect(textsOf(file)).rejects.toThrow(
      expect.objectContaining({
        code: "import.file-invalid",
        message: expect.stringMatching(/^.*rows\.ndjson\.gz cannot be decompressed: unexpected end of file\.$/),
        help: "Copy or export the file again, then run the same command again.",
      }),
    );
    expect(path).toContain("rows.ndjson.gz");
  });

  it("is refused where it is a folder, or where its export is not complete", async () => {
    const { root, write } = temporaryProject({ "rows.ndjson": "" });
    await expect(ImportFile.open(root, target)).rejects.toThrow(
      expect.objectContaining({
        code: "cli.file-system",
        message: `Cannot import ${root}: it is a folder, and a file is needed.`,
      }),
    );
    write("rows.ndjson.export-state.json", "{}");
    await expect(ImportFile.open(join(root, "rows.ndjson"), target)).rejects.toThrow(
      expect.objectContaining({ code: "import.unfinished-export" }),
    );
  });

  it("is locked against another import of the same shard", () => {
    const { path } = project("");
    using whole = ImportFile.lock(path);
    expect(whole).toBeDefined();
    using shard = ImportFile.lock(path, { index: 1, count: 2 });
    expect(shard).toBeDefined();
    expect(() => ImportFile.lock(path)).toThrow(expect.objectContaining({ code: "import.under-way" }));
    expect(ImportFile.lock("/dev/null")).toBeUndefined();
    expect(ImportFile.lock(`${path}.none`)).toBeUndefined();
  });
});
