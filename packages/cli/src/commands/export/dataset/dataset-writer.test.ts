import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ParquetStage } from "@tablewright/sql/parquet";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../../../test/temporary-project.js";
import type { DatasetRelations } from "./dataset-relations.js";
import { type DatasetSource, datasetManifestFile, datasetStateFile } from "./dataset-state.js";
import { DatasetWriter } from "./dataset-writer.js";

const source: DatasetSource = {
  endpoint: "http://127.0.0.1:1",
  table: "Shop",
  run: 0,
  startedAt: "2026-01-03T00:00:00.000Z",
  types: {},
  columns: { a: [], b: [] },
};

type Row = { readonly folder: string; readonly text: string };

/** Divides rows by their folder. */
const relations = {
  divide: (rows: readonly Row[]) =>
    ["a", "b"]
      .map((folder) => [folder, {}, rows.filter((row) => row.folder === folder)] as const)
      .filter(([, , own]) => own.length > 0),
  all: () => ["a", "b"].map((folder) => [folder, {}]),
} as unknown as DatasetRelations;

/** Stage that writes the texts of rows, with the number of deleted rows to add for each folder. */
function stageOf(deleted = 0) {
  let staged: Record<string, string[]> = {};
  const compared: (readonly string[])[] = [];
  const stage = {
    append: async (folder: string, _: unknown, rows: readonly Row[]) => {
      staged[folder] = [...(staged[folder] ?? []), ...rows.map(({ text }) => text)];
      return { rows: staged[folder].length, bytes: 10 * staged[folder].length };
    },
    appendDeleted: async (folder: string, _: unknown, paths: readonly string[]) => {
      compared.push(paths);
      if (deleted > 0) staged[folder] = Array.from({ length: deleted }, () => "deleted");
      return deleted;
    },
    take: () => {
      const taken = Object.entries(staged).map(([name, texts]) => ({
        name,
        write: async (path: string) => {
          if (texts.includes("invalid")) throw new TypeError("no");
          writeFileSync(path, texts.join(" "));
          return texts.length;
        },
      }));
      staged = {};
      return taken;
    },
  };
  return { stage: stage as unknown as ParquetStage, compared };
}

interface Opened {
  readonly isFull?: (rows: number, bytes: number) => boolean;
  readonly stage?: ParquetStage;
}

const open = (root: string, { isFull = (rows) => rows >= 2, stage = stageOf().stage }: Opened = {}) =>
  DatasetWriter.open(root, source, relations, stage, isFull, async () => [{ share: 1 }]);

/** Returns rows, each for the folder `b` if its text begins so, otherwise for `a`. */
const rowsOf = (...texts: readonly string[]) =>
  texts.map((text) => ({ folder: text.startsWith("b") ? "b" : "a", text })) as never;

describe("a writer of Parquet files", () => {
  it("writes a file for each folder once one of them is full, and the rest at the end", async () => {
    const { root, list, read } = temporaryProject();
    const writer = await open(root);
    const marked: string[] = [];
    await writer.append(rowsOf("a1", "b1"), () => marked.push("first"));
    expect([writer.rows, list().filter((name) => name.endsWith(".parquet"))]).toEqual([2, []]);
    await writer.append(rowsOf("b2", "a2"), () => {
      Object.assign(writer.ranges[0] ?? {}, { ge: "c" });
      marked.push("second");
    });
    await writer.append(rowsOf("a3"), () => marked.push("third"));
    expect(writer.rows).toBe(5);
    const manifest = await writer.finish();
    expect([writer.rows, marked]).toEqual([5, ["first", "second", "third"]]);
    expect(list()).toEqual(["_run.manifest.json", "a/part-000.parquet", "a/part-001.parquet", "b/part-000.parquet"]);
    expect([read("a/part-000.parquet"), read("b/part-000.parquet")]).toEqual(["a1 a2", "b1 b2"]);
    expect(manifest).toMatchObject({ version: 1, ...source, rows: 5 });
    expect(manifest).not.toHaveProperty("ranges");
    expect(datasetManifestFile(root, source).read()).toEqual(manifest);
    expect(manifest.files.map(({ path, rows, bytes }) => [path, rows, bytes])).toEqual([
      ["a/part-000.parquet", 2, 5],
      ["b/part-000.parquet", 2, 5],
      ["a/part-001.parquet", 1, 2],
    ]);
  });

  it("that stops records the rows of its files, and how far they were read", async () => {
    const { root } = temporaryProject();
    const writer = await open(root);
    await writer.append(rowsOf("a1"), () => {
      Object.assign(writer.ranges[0] ?? {}, { ge: "b" });
    });
    expect(datasetStateFile(root, source).read()).toMatchObject({ rows: 0, ranges: [{ share: 1 }] });
    await writer.stop();
    expect(datasetStateFile(root, source).read()).toMatchObject({ rows: 1, ranges: [{ share: 1, ge: "b" }] });
    const next = await open(root);
    expect([next.rows, next.ranges]).toEqual([1, [{ share: 1, ge: "b" }]]);
    await next.finish();
  });

  it("removes files of its run that are not counted, and no others", async () => {
    const { root, list, write } = temporaryProject();
    const writer = await open(root);
    await writer.append(rowsOf("a1"), () => undefined);
    await writer.stop();
    for (const name of [
      "a/part-001.parquet",
      "a/part-001.parquet.tmp",
      "b/part-000.parquet",
      "b/part-r001-000.parquet",
    ])
      write(name, "");
    await (await open(root)).stop();
    expect(list().filter((name) => name.includes("part"))).toEqual(["a/part-000.parquet", "b/part-r001-000.parquet"]);
  });

  it("locks its run until it ends", async () => {
    const { root, list } = temporaryProject();
    const writer = await open(root);
    await expect(open(root)).rejects.toMatchObject({ code: "export.under-way" });
    await writer.stop();
    await (await open(root)).finish();
    await expect(open(root)).rejects.toMatchObject({
      code: "export.file-exists",
      message: `${root} has this export already, as _run.manifest.json says.`,
    });
    expect(list()).toEqual(["_run.manifest.json"]);
  });

  it("that cannot write reports it with the next page or at the end, and can stop", async () => {
    const { root, list } = temporaryProject();
    const writer = await open(root);
    await writer.append(rowsOf("a1", "invalid"), () => undefined);
    // Node ends a process in which nobody has handled a rejection by then.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(writer.append(rowsOf("a2", "a3"), () => undefined)).rejects.toThrow("no");
    await expect(writer.stop()).rejects.toThrow("no");
    expect(list().filter((name) => name.endsWith("lock.json"))).toEqual([]);
    const other = await open(root, { isFull: () => false });
    await other.append(rowsOf("invalid"), () => undefined);
    await expect(other.finish()).rejects.toThrow("no");
    expect(list().filter((name) => name.endsWith("lock.json") || name.includes("manifest"))).toEqual([]);
  });

  it("compares keys with the files of each folder, of this and of former runs", async () => {
    const { root, list } = temporaryProject();
    const { stage, compared } = stageOf(2);
    const writer = await open(root, { stage });
    await writer.append(rowsOf("a1", "b1"), () => undefined);
    const former = { path: "a/part-r000.parquet", rows: 1, bytes: 1, sha256: "" };
    await writer.writeDeleted([former]);
    expect(compared).toEqual([
      [join(root, former.path), join(root, "a/part-000.parquet")],
      [join(root, "b/part-000.parquet")],
    ]);
    expect(await writer.finish()).toMatchObject({ deleted: 4 });
    expect(list()).toContain("b/part-001.parquet");
  });

  it("compares no keys of a folder without files, and adds to the deleted rows of a run that stopped", async () => {
    const { root, read, write } = temporaryProject();
    await (await open(root)).stop();
    const state = "_run.export-state.json";
    write(state, JSON.stringify({ ...(JSON.parse(read(state)) as object), deleted: 3 }));
    const { stage, compared } = stageOf(1);
    const writer = await open(root, { stage });
    await writer.append(rowsOf("b1"), () => undefined);
    await writer.writeDeleted([]);
    expect(compared).toHaveLength(1);
    expect(await writer.finish()).toMatchObject({ deleted: 4 });
    expect(JSON.parse(readFileSync(join(root, "_run.manifest.json"), "utf8"))).toMatchObject({ deleted: 4 });
  });
});
