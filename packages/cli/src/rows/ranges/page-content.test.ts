import { TableServiceClient } from "@tablewright/runtime";
import { createTableService, type SeedEntity } from "@tablewright/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { asLines, asPayloads, asRows, type PageContent } from "./page-content.js";

/** Reads the first page of a table with these rows. */
async function read<Content>(form: PageContent<Content>, rows: readonly SeedEntity[]) {
  const service = createTableService({ tables: { Shop: rows } });
  const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  onTestFinished(() => client.close());
  return form.read(client.table("Shop").scan(), undefined);
}

const rows = Array.from({ length: 17 }, (_, index) => ({
  PartitionKey: "p",
  RowKey: String(index).padStart(2, "0"),
  text: "abc",
  many: 5,
  bytes: new Uint8Array(7),
}));
const ends = [
  { partitionKey: "p", rowKey: "00" },
  { partitionKey: "p", rowKey: "16" },
];

describe("a page", () => {
  it("of rows has the size of their names and values", async () => {
    const { content, ends: found, bytes, cursor } = await read(asRows, rows);
    expect([content.length, found, cursor]).toEqual([17, ends, undefined]);
    expect(bytes).toBe(17 * (4 + 16 + 3 + (4 + 16) + (5 + 16 + 7)));
  });

  it("of JSON has about the size of every eighth row", async () => {
    const { content, ends: found, bytes } = await read(asPayloads, rows);
    expect([content.length, found]).toEqual([17, ends]);
    const sizeOf = (row: object) =>
      Object.entries(row).reduce(
        (sum, [name, value]) => sum + name.length + (typeof value === "string" ? value.length : 16),
        0,
      );
    const sampled = [0, 8, 16].map((index) => sizeOf(content[index] ?? {}));
    expect(bytes).toBe(8 * sampled.reduce((one, other) => one + other));
    const few = await read(asPayloads, rows.slice(0, 3));
    expect(few.bytes).toBe(3 * sizeOf(few.content[0] ?? {}));
  });

  it("of lines has their size", async () => {
    const { content, ends: found, bytes } = await read(asLines, rows);
    expect([content.rows, found, bytes]).toEqual([17, ends, content.lines.length]);
    expect(Buffer.from(content.lines).toString().trimEnd().split("\n")).toHaveLength(17);
  });

  it("without rows has no first and no last one", async () => {
    for (const form of [asRows, asPayloads, asLines] as readonly PageContent<unknown>[])
      expect(await read(form, [])).toMatchObject({ ends: undefined, bytes: 0 });
  });
});
