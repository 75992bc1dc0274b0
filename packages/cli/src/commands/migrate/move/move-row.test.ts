import { type StoredTableRow, type TableRow, TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { decodePayload } from "@tablewright/runtime/lines";
import { type PartitionWrite, readAllPayloads } from "@tablewright/runtime/reindex";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { finishCopy, type Move, moveRow } from "./move-row.js";
import { dropUsedReceipt, hiddenRow, readPendingCopy, receiptKeys, receiptOf } from "./pending-copy.js";
import { writeUnlessChanged } from "./write-unless-changed.js";

const server = createTableService();
const service = TableServiceClient.fromConnectionString(server.connectionString, { transport: server });
beforeEach(() => {
  server.reset();
  server.seed({ Items: [] });
});

const { signal } = new AbortController();
const any = { ifMatch: "*" } as const;
const oldId = { partitionKey: "old", rowKey: "1" };
const newId = { partitionKey: "new", rowKey: "1" };
const row = (id: typeof oldId, value: string): TableRow => ({ ...id, properties: { value: edm.string(value) } });
const items = () => service.table("Items");

const move = (more: Partial<Move> = {}): Move => ({
  from: items(),
  to: items(),
  signal,
  keep: undefined,
  copies: new Set(),
  changeOf: ({ properties }) => ({ kind: "move", row: { ...newId, properties } }),
  isOther: (_, { properties }) => properties["value"]?.value === "other",
  write: ({ name }, writes) => writeUnlessChanged(service, name, writes, signal),
  prepare: async () => true,
  indexWrites: async () => [],
  ...more,
});

async function stored(written: TableRow): Promise<StoredTableRow> {
  await items().insertOrReplace(written);
  return items().getOrThrow(written);
}

/** Stores the pending copy of a version of the old row, as a run leaves it that is killed then. */
async function pending(old: StoredTableRow, value: string) {
  const former = { table: "Items", ...oldId, etag: old.$etag as string };
  const copy = readPendingCopy(await stored(hiddenRow({ id: "0".repeat(32), row: row(newId, value), former })));
  if (copy === undefined) throw new Error("The row is no copy.");
  return copy;
}

/** Returns all rows, or those of a partition, with the hidden ones. */
async function allRows(partitionKey?: string): Promise<StoredTableRow[]> {
  const query = partitionKey === undefined ? items().scan() : items().query(partitionKey);
  return (await readAllPayloads(query)).rows.map((each) => decodePayload("Items", each));
}

/** Returns all rows as `partition value`, with the hidden ones. */
async function rows() {
  return (await allRows()).map(({ partitionKey, rowKey, properties }) =>
    [partitionKey, rowKey.replace(/[0-9a-f]{32}$/, ""), properties["value"]?.value].filter(Boolean).join(" "),
  );
}

/** Does something once, before the first transaction that deletes the old row. */
function before(action: () => Promise<unknown>): Partial<Move> {
  let isDone = false;
  const deletesOld = (write: PartitionWrite) => "delete" in write && write.delete.partitionKey === "old";
  return {
    write: async ({ name }, writes) => {
      if (!isDone && writes.some(deletesOld)) {
        isDone = true;
        await action();
      }
      return writeUnlessChanged(service, name, writes, signal);
    },
  };
}

describe("a row that moves to another partition", () => {
  it("is stored under its new keys alone", async () => {
    expect(await moveRow(move(), await stored(row(oldId, "a")))).toBe("moved");
    expect(await rows()).toEqual(["new 1 a"]);
  });

  it("has what a program of the former definition wrote after it was read, or after it was copied", async () => {
    const read = await stored(row(oldId, "a"));
    await stored(row(oldId, "b"));
    expect(await moveRow(move(before(() => stored(row(oldId, "c")))), read)).toBe("moved");
    expect(await rows()).toEqual(["new 1 c"]);
  });

  it("stays deleted if a program of the former definition deletes it before or after it is copied", async () => {
    const read = await stored(row(oldId, "a"));
    expect(await moveRow(move(before(() => items().delete(oldId, any))), read)).toBe("gone");
    expect(await moveRow(move(), read)).toBe("gone");
    expect(await rows()).toEqual([]);
  });

  it("is a pair if a row is stored under its new keys, equal or not", async () => {
    for (const value of ["a", "new"]) {
      await stored(row(newId, value));
      expect(await moveRow(move(), await stored(row(oldId, "a")))).toMatchObject({ pair: newId });
      expect(await rows()).toEqual([`new 1 ${value}`, "old 1 a"]);
    }
  });

  it("is a pair with its copy if a row is inserted under its new keys meanwhile", async () => {
    const insert = before(() => stored(row(newId, "new")));
    expect(await moveRow(move(insert), await stored(row(oldId, "a")))).toMatchObject({ pair: newId });
    expect(await rows()).toEqual(["new 1 new", "new ~m-c- a", "old ~m-r-"]);
    const copy = (await allRows("new")).flatMap((each) => readPendingCopy(each) ?? [])[0];
    if (copy === undefined) throw new Error("No copy waits.");
    expect(await finishCopy(move(), copy)).toMatchObject({ pair: newId });
    expect(await finishCopy(move({ keep: "old" }), copy)).toBe("kept-old");
    expect(await rows()).toEqual(["new 1 a"]);
  });

  it.each([
    ["old", ["new 1 a"]],
    ["new", ["new 1 new"]],
  ] as const)("is the %s row of a pair if that is to be kept", async (keep, expected) => {
    await stored(row(newId, "new"));
    expect(await moveRow(move({ keep }), await stored(row(oldId, "a")))).toBe(`kept-${keep}`);
    expect(await rows()).toEqual(expected);
    await items().delete(newId, any);
    const insert = before(() => stored(row(newId, "new")));
    expect(await moveRow(move({ keep, ...insert }), await stored(row(oldId, "a")))).toBe(`kept-${keep}`);
    expect(await rows()).toEqual(expected);
  });

  it("stays if another entity has its new keys, or its values in a unique index", async () => {
    const old = await stored(row(oldId, "a"));
    expect(await moveRow(move({ prepare: async () => false }), old)).toBe("taken");
    await stored(row(newId, "other"));
    expect(await moveRow(move(), old)).toBe("occupied");
    expect(await rows()).toEqual(["new 1 other", "old 1 a"]);
  });

  it("stays if a program changes it so that it cannot be moved", async () => {
    const isOdd = ({ properties }: StoredTableRow) => properties["value"]?.value === "odd";
    const changeOf: Move["changeOf"] = (each) =>
      isOdd(each)
        ? { kind: "cannot", reason: "odd" }
        : { kind: "move", row: { ...newId, properties: each.properties } };
    const change = before(() => stored(row(oldId, "odd")));
    expect(await moveRow(move({ changeOf, ...change }), await stored(row(oldId, "a")))).toBe("changed");
    expect(await rows()).toEqual(["old 1 odd"]);
  });

  it("is moved if the outcome of each request is unknown", async () => {
    const lost = { operation: ["insert", "transaction", "delete"], fault: { kind: "reset", applied: true } } as const;
    const read = await stored(row(oldId, "a"));
    const eager = TableServiceClient.fromConnectionString(server.connectionString, {
      transport: server,
      retry: { maxAttempts: 1 },
    });
    const [from, to] = [eager.table("Items"), eager.table("Items")];
    const write: Move["write"] = ({ name }, writes) => writeUnlessChanged(eager, name, writes, signal);
    server.faults.add(lost);
    expect(await moveRow(move({ from, to, write }), read)).toBe("moved");
    server.faults.clear();
    expect(await rows()).toEqual(["new 1 a"]);
  });
});

describe("a copy whose run was killed", () => {
  it("is finished if its old row is as it was copied", async () => {
    expect(await finishCopy(move(), await pending(await stored(row(oldId, "a")), "a"))).toBe("moved");
    expect(await rows()).toEqual(["new 1 a"]);
  });

  it("is stored under its keys if the receipt names it, whatever is stored under the old keys", async () => {
    const copy = await pending(await stored(row(oldId, "a")), "a");
    await items().delete(oldId, any);
    await items().insert(receiptOf(copy, "Items"));
    await stored(row(oldId, "again"));
    expect(await finishCopy(move(), copy)).toBe("moved");
    expect(await rows()).toEqual(["new 1 a", "old 1 again"]);
  });

  it("is deleted if its old row has changed, or is gone without a receipt that names this version of it", async () => {
    const copy = await pending(await stored(row(oldId, "a")), "a");
    await stored(row(oldId, "b"));
    expect(await finishCopy(move(), copy)).toBeUndefined();
    expect(await rows()).toEqual(["old 1 b"]);
    const other = await pending(await stored(row(oldId, "a")), "a");
    await items().delete(oldId, any);
    await items().insert(receiptOf(copy, "Items"));
    expect(await finishCopy(move(), other)).toBeUndefined();
    expect(await rows()).toEqual(["old ~m-r-"]);
  });

  it("has its receipt until it is stored under its keys", async () => {
    const copy = await pending(await stored(row(oldId, "a")), "a");
    const receipt = await stored(receiptOf(copy, "Items"));
    await dropUsedReceipt(service, items(), receipt, signal);
    expect(await items().get(receiptKeys(copy))).toBeDefined();
    await pending(await items().getOrThrow(oldId), "other version");
    await dropUsedReceipt(service, items(), receipt, signal);
    expect(await items().get(receiptKeys(copy))).toBeUndefined();
    const old = await items().getOrThrow(oldId);
    await dropUsedReceipt(service, items(), old, signal);
    expect(await items().get(oldId)).toBeDefined();
  });
});

describe("a row that moves within its partition", () => {
  const nextId = { ...oldId, rowKey: "2" };
  const within = (more: Partial<Move> = {}) =>
    move({ changeOf: ({ properties }) => ({ kind: "move", row: { ...nextId, properties } }), ...more });

  it("is moved by one request", async () => {
    const read = await stored(row(oldId, "a"));
    server.clearRequests();
    expect(await moveRow(within(), read)).toBe("moved");
    expect(server.requests.map(({ method }) => method)).toEqual(["POST"]);
    expect(await rows()).toEqual(["old 2 a"]);
  });

  it("has what a program wrote after it was read", async () => {
    const read = await stored(row(oldId, "a"));
    await stored(row(oldId, "b"));
    expect(await moveRow(within(), read)).toBe("moved");
    expect(await rows()).toEqual(["old 2 b"]);
  });

  it.each([
    [undefined, ["old 1 a", "old 2 new"]],
    ["old", ["old 2 a"]],
    ["new", ["old 2 new"]],
  ] as const)("is one of a pair, of which %s is kept", async (keep, expected) => {
    await stored(row(nextId, "new"));
    const outcome = await moveRow(within({ keep }), await stored(row(oldId, "a")));
    expect(outcome).toEqual(keep === undefined ? { pair: expect.objectContaining(nextId) } : `kept-${keep}`);
    expect(await rows()).toEqual(expected);
  });
});
