import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { StoredTableRow } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import type { CsvLines, StudioProject } from "../project/studio-project.js";
import { exportRows } from "./export-rows.js";
import type { StudioQuery } from "./studio-query.js";

/** Writer of lines `key,name=value,…`, whose columns are the names of the properties. */
function simpleCsv(): CsvLines {
  const names = new Set<string>();
  return {
    get width() {
      return 1 + names.size;
    },
    add({ properties }) {
      for (const name of Object.keys(properties)) names.add(name);
    },
    header: () => ["key", ...names].join(","),
    line: ({ rowKey, properties }) => [rowKey, ...[...names].map((name) => properties[name]?.value ?? "")].join(","),
  };
}

/** Query of pages that are made when they are asked for. */
function queryOf(count: number, pageOf: (index: number) => readonly StoredTableRow[]): StudioQuery {
  const page = async ({ cursor }: { readonly cursor?: string }) => {
    const index = Number(cursor ?? 0);
    return { items: pageOf(index), ...(index + 1 < count && { cursor: String(index + 1) }) };
  };
  return { plan: { table: "Shop", filters: [""] }, rows: () => [{ page }], schema: undefined } as never;
}

function row(rowKey: string, properties: Readonly<Record<string, string>>): StoredTableRow {
  const texts = Object.entries(properties).map(([name, text]) => [name, edm.string(text)]);
  return { partitionKey: "p", rowKey, properties: Object.fromEntries(texts) } as unknown as StoredTableRow;
}

const project = { createCsv: simpleCsv } as unknown as StudioProject;
const signal = new AbortController().signal;
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the bytes of the heap that are still in use. */
function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith("tablewright-export-"));

async function exported(query: StudioQuery): Promise<string> {
  let text = "";
  for await (const chunk of exportRows(project, query, "csv", signal)) text += chunk;
  return text;
}

it("gives every line all columns, also those of later rows, and says first how many rows were read", async () => {
  const pages = [
    [row("1", { a: "x\ny\u2028z" }), row("2", {})],
    [row("3", { b: "é", c: "2" })],
    [row("4", { c: "3" })],
  ];
  const text = await exported(queryOf(3, (index) => pages[index] ?? []));
  expect(text).toBe(
    '{"rows":2}\n{"rows":3}\n{"rows":4}\n\nkey,a,b,c\r\n1,x\ny\u2028z,,\r\n2,,,\r\n3,,é,2\r\n4,,,3\r\n',
  );
});

it("writes the header of an empty result", async () => {
  expect(await exported(queryOf(1, () => []))).toBe('{"rows":0}\n\nkey\r\n');
});

it("keeps no more than a few pages in memory", async () => {
  // A text of its own for each row.
  const value = () => Buffer.alloc(30_000, "x").toString("latin1");
  const chunks = exportRows(
    project,
    queryOf(100, (index) =>
      Array.from({ length: 50 }, (_, each) => row(`${index}-${each}`, { [`p${each}`]: value() })),
    ),
    "csv",
    signal,
  );
  const before = heapInUse();
  let [peak, bytes, count] = [0, 0, 0];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (++count % 50 === 0) peak = Math.max(peak, heapInUse() - before);
  }
  expect(bytes).toBeGreaterThan(150_000_000);
  // One page has 1.5 MB. The whole file in memory would take more than its size.
  expect(peak).toBeLessThan(30_000_000);
});

it("leaves no temporary file, also if it ends early", async () => {
  const chunks = exportRows(
    project,
    queryOf(5, () => [row("1", {})]),
    "csv",
    signal,
  );
  await chunks.next();
  expect(leftovers()).toEqual([]);
  await chunks.return();
  await expect(chunks.next()).resolves.toEqual({ done: true, value: undefined });
});
