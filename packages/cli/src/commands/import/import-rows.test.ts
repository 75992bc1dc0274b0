import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { importRows } from "./import-rows.js";

const lines = Array.from({ length: 8 }, (_, index) => ({
  number: index + 1,
  text: `{"$table":"Shop","PartitionKey":"p${index}","RowKey":"r","n":1}`,
}));

async function* read() {
  yield* lines;
}

describe("a continued import whose progress cannot be saved", () => {
  it.each([
    ["written", []],
    ["written by an earlier run", lines.map(({ text }) => text)],
  ])("fails with that error where the rows are %s", async (_, stored) => {
    const service = createTableService({ tables: { Shop: [] } });
    service.importRows(stored);
    const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
    onTestFinished(() => client.close());
    const options = { mode: "insert", parallel: 2, signal: new AbortController().signal, isContinued: true } as const;
    const importing = importRows(client.table("Shop"), read(), options, () => {
      throw new Error("no space left on device");
    });
    await expect(importing).rejects.toThrow("no space left on device");
  });
});

interface Given {
  readonly mode?: "insert" | "replace" | "merge";
  readonly isContinued?: boolean;
  readonly texts?: readonly string[];
  readonly stored?: readonly string[];
}

/** Imports lines to a table. Returns the outcome, what was written up to, and the stored rows. */
async function run({
  mode = "insert",
  isContinued = false,
  texts = lines.map(({ text }) => text),
  stored = [],
}: Given) {
  const service = createTableService({ tables: { Shop: [] } });
  service.importRows(stored);
  const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  onTestFinished(() => client.close());
  async function* given() {
    for (const [index, text] of texts.entries()) yield { number: index + 1, text };
  }
  const written: (readonly [number, number])[] = [];
  const options = { mode, parallel: 2, signal: new AbortController().signal, isContinued };
  const outcome = await importRows(client.table("Shop"), given(), options, (line, rows) => written.push([line, rows]));
  const rows = await client.table("Shop").scan().toArray();
  const values = Object.fromEntries(
    rows.map(({ partitionKey, properties }) => [
      partitionKey,
      Object.entries(properties)
        .map(([name, value]) => `${name}=${value?.value}`)
        .sort()
        .join(),
    ]),
  );
  return { ...outcome, upTo: written.at(-1), values };
}

const line = (partition: string, members: string) =>
  `{"$table":"Shop","PartitionKey":"${partition}","RowKey":"r",${members}}`;

describe("rows of lines", () => {
  it("are written, and counted up to the last line", async () => {
    const texts = ['{"$table":"Shop"}', line("a", '"n":1'), line("b", '"n":2'), line("a2", '"n":3')];
    expect(await run({ texts })).toEqual({
      refused: undefined,
      written: 3,
      wroteNothing: false,
      upTo: [4, 3],
      values: { a: "n=1", b: "n=2", a2: "n=3" },
    });
    expect(await run({ texts: [] })).toMatchObject({ written: 0, wroteNothing: true, upTo: undefined });
  });

  it.each([
    ["replace", "n=1"],
    ["merge", "m=5,n=1"],
  ] as const)("%s those that exist", async (mode, values) => {
    const outcome = await run({ mode, texts: [line("a", '"n":1')], stored: [line("a", '"n":0,"m":5')] });
    expect(outcome).toMatchObject({ refused: undefined, written: 1, values: { a: values } });
  });

  it("are refused where they exist, without those of earlier runs", async () => {
    const texts = [line("a", '"n":1'), line("b", '"n":1')];
    const refused = { lines: [1], partitionKey: "a", error: { code: "entity.already-exists" } };
    const other = [line("a", '"n":0')];
    expect(await run({ texts, stored: other })).toMatchObject({ refused, values: { a: "n=0" } });
    expect(await run({ texts, stored: other, isContinued: true })).toMatchObject({ refused });
    const same = [line("a", '"n":1')];
    expect(await run({ texts, stored: same })).toMatchObject({ refused });
    expect(await run({ texts, stored: same, isContinued: true })).toMatchObject({
      refused: undefined,
      written: 2,
      upTo: [2, 2],
    });
    expect(await run({ texts: [texts[0] ?? ""], stored: other })).toMatchObject({ written: 0, wroteNothing: true });
  });

  it("are refused where they belong to another table", async () => {
    const texts = [line("a", '"n":1'), line("b", '"n":1').replace("Shop", "Log")];
    await expect(run({ texts })).rejects.toThrow(
      "Line 2: it belongs to Log, and the lines before it to Shop; import one table at a time.",
    );
  });

  it("are refused together where they are written together", async () => {
    const row = (key: number, members = '"n":1') => `{"$table":"Shop","PartitionKey":"p","RowKey":"${key}",${members}}`;
    const { refused } = await run({ texts: [row(1), row(2), row(3)], stored: [row(2, '"n":0')] });
    expect(refused?.error.code).toBe("entity.already-exists");
    expect([[1, 2, 3], [2]]).toContainEqual(refused?.lines);
  });
});

it.each([
  ["4 MiB", false, 4],
  ["4 MiB and a group that is compared", true, 8],
])("reads no more than %s of lines ahead of those that are written", async (_, isContinued, most) => {
  const service = createTableService({ tables: { Shop: [] } });
  const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  onTestFinished(() => client.close());
  const mebibyte = 1024 * 1024;
  const ahead: number[] = [];
  let written = 0;
  async function* large() {
    for (let number = 1; number <= 40; number++) {
      ahead.push(number - 1 - written);
      yield { number, text: line(`p${number}`, '"n":1').padEnd(mebibyte) };
    }
  }
  const options = { mode: "insert", parallel: 2, signal: new AbortController().signal, isContinued } as const;
  await importRows(client.table("Shop"), large(), options, (_line, rows) => {
    written = rows;
  });
  expect([written, Math.max(...ahead)]).toEqual([40, most]);
});
