import { type StoredTableRow, type TableRow, TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readMoveMarker, withMoveMarker } from "../../../rows/move-marker.js";
import { type Move, moveRow } from "./move-row.js";

let server: TableServer;
let service: TableServiceClient;
beforeAll(async () => {
  server = await serveTableService();
  service = TableServiceClient.fromConnectionString(server.connectionString);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await server.close();
});
beforeEach(() => {
  server.service.reset();
  server.service.seed({ Items: [] });
});

const oldId = { partitionKey: "old", rowKey: "1" };
const newId = { partitionKey: "new", rowKey: "1" };
const row = (id: typeof oldId, value: string): TableRow => ({ ...id, properties: { value: edm.string(value) } });
const copy = (value: string) => withMoveMarker(row(newId, value), "Items", oldId);
const items = () => service.table("Items");

const move = (): Move => ({
  from: items(),
  to: items(),
  signal: new AbortController().signal,
  changeOf: ({ properties }) => ({ kind: "move", row: { ...newId, properties } }),
  moveInPartition: () => Promise.reject(new Error("The rows are in two partitions.")),
  isOther: (_, { properties }) => properties["value"]?.value === "other",
});

async function stored(written: TableRow): Promise<StoredTableRow> {
  await items().insertOrReplace(written);
  return items().getOrThrow(written);
}

/** Returns the content of both rows, and whether the new one has a marker. */
async function state() {
  const [old, now] = [await items().get(oldId), await items().get(newId)];
  const isMarked = now === undefined ? [] : [readMoveMarker(now) !== undefined];
  return [old?.properties["value"]?.value, now?.properties["value"]?.value, ...isMarked];
}

/** Returns the error of a write whose outcome is unknown. */
async function lostResponse(): Promise<Error> {
  const error: unknown = await items()
    .getOrThrow({ partitionKey: "none", rowKey: "" })
    .catch((thrown: unknown) => thrown);
  return Object.create(error as Error, { code: { value: "request.timeout" }, outcome: { value: "unknown" } }) as Error;
}

describe("moveRow", () => {
  it("moves a row that is only under its old keys", async () => {
    expect(await moveRow(move(), await stored(row(oldId, "a")))).toBe("moved");
    expect(await state()).toEqual([undefined, "a", false]);
  });

  it("moves what a program of the former definition wrote after the row was read", async () => {
    const read = await stored(row(oldId, "a"));
    await stored(row(oldId, "b"));
    expect(await moveRow(move(), read)).toBe("moved");
    expect(await state()).toEqual([undefined, "b", false]);
  });

  it("goes on with the copy of a run that was killed", async () => {
    await stored(copy("a"));
    expect(await moveRow(move(), await stored(row(oldId, "a")))).toBe("moved");
    expect(await state()).toEqual([undefined, "a", false]);
  });

  it("replaces such a copy where the old row has changed since", async () => {
    await stored(copy("a"));
    expect(await moveRow(move(), await stored(row(oldId, "b")))).toBe("moved");
    expect(await state()).toEqual([undefined, "b", false]);
  });

  it("keeps what a program of the new definition made of the copy", async () => {
    const { properties } = copy("a");
    await stored({ ...newId, properties: { ...properties, value: edm.string("new") } });
    expect(await moveRow(move(), await stored(row(oldId, "a")))).toBe("moved");
    expect(await state()).toEqual([undefined, "new", false]);
  });

  it("keeps both rows where another entity has the new keys", async () => {
    await stored(row(newId, "other"));
    expect(await moveRow(move(), await stored(row(oldId, "a")))).toBe("occupied");
    expect(await state()).toEqual(["a", "other", false]);
  });

  it.each(["a", "b"])("keeps a copy of another row that is gone by now, with the value %s", async (value) => {
    await stored(withMoveMarker(row(newId, value), "Items", { partitionKey: "old", rowKey: "2" }));
    expect(await moveRow(move(), await stored(row(oldId, "a")))).toBe("occupied");
    expect(await state()).toEqual(["a", value, true]);
  });

  it("keeps both rows where the copy and the old row have changed", async () => {
    const { properties } = copy("a");
    await stored({ ...newId, properties: { ...properties, value: edm.string("new") } });
    expect(await moveRow(move(), await stored(row(oldId, "b")))).toBe("conflict");
    expect(await state()).toEqual(["b", "new", true]);
  });

  it("keeps both rows where the new one was never a copy, unless they are equal", async () => {
    await stored(row(newId, "new"));
    expect(await moveRow(move(), await stored(row(oldId, "a")))).toBe("conflict");
    expect(await state()).toEqual(["a", "new", false]);
    expect(await moveRow(move(), await stored(row(oldId, "new")))).toBe("moved");
    expect(await state()).toEqual([undefined, "new", false]);
  });

  it("keeps the copy that another run has made of a later version", async () => {
    const read = await stored(row(oldId, "a"));
    await items().delete(oldId, { ifMatch: read.$etag });
    await stored(copy("b"));
    expect(await moveRow(move(), read)).toBe("gone");
    expect(await state()).toEqual([undefined, "b", false]);
  });

  it("does not bring back an entity that a program of the former definition has deleted since it was read", async () => {
    const read = await stored(row(oldId, "a"));
    await items().delete(oldId, { ifMatch: "*" });
    expect(await moveRow(move(), read)).toBe("gone");
    expect(await state()).toEqual([undefined, undefined]);
  });

  it("keeps the copy where the deletion of the old row arrives twice, and only the second response", async () => {
    const read = await stored(row(oldId, "a"));
    const from = Object.assign(Object.create(items()) as ReturnType<typeof items>, {
      name: "Items",
      get: (id: typeof oldId) => items().get(id),
      async delete(id: typeof oldId, options: { readonly ifMatch: typeof read.$etag }) {
        await items().delete(id, options);
        return items().delete(id, options);
      },
    });
    expect(await moveRow({ ...move(), from }, read)).toBe("old-row-missing");
    expect(await state()).toEqual([undefined, "a", false]);
  });

  it("knows that it has deleted the old row when the response to that was lost", async () => {
    const read = await stored(row(oldId, "a"));
    const error = await lostResponse();
    let deletions = 0;
    const from = Object.assign(Object.create(items()) as ReturnType<typeof items>, {
      name: "Items",
      get: (id: typeof oldId) => items().get(id),
      async delete(id: typeof oldId, options: { readonly ifMatch: typeof read.$etag }) {
        deletions++;
        if (deletions > 1) await items().delete(id, options);
        throw error;
      },
    });
    expect(await moveRow({ ...move(), from }, read)).toBe("moved");
    expect([deletions, await state()]).toEqual([2, [undefined, "a", false]]);
  });

  describe("within a partition", () => {
    const nextId = { ...oldId, rowKey: "2" };
    const within = (moveInPartition: Move["moveInPartition"]): Move => ({
      ...move(),
      changeOf: ({ properties }) => ({ kind: "move", row: { ...nextId, properties } }),
      moveInPartition,
    });
    const keysNow = async () => (await items().query("old").toArray()).map(({ rowKey }) => rowKey);
    const apply: Move["moveInPartition"] = async (next, old) => {
      await items().insert(next);
      await items().delete(old, { ifMatch: old.$etag });
    };

    it("sends one transaction, or none if the old row is to stay", async () => {
      const read = await stored(row(oldId, "a"));
      const never = () => Promise.reject(new TypeError("A transaction was sent."));
      expect(await moveRow({ ...within(never), keepsFormer: true }, read)).toBe("moved");
      expect(await keysNow()).toEqual(["1", "2"]);
      await items().delete(nextId, { ifMatch: "*" });
      expect(await moveRow(within(apply), read)).toBe("moved");
      expect(await keysNow()).toEqual(["2"]);
    });

    it.each([true, false])("goes on when the response to it was lost, and it was applied: %s", async (isApplied) => {
      const error = await lostResponse();
      let sent = 0;
      const lose: Move["moveInPartition"] = async (next, old) => {
        sent++;
        if (sent > 1 || isApplied) await apply(next, old);
        if (sent === 1) throw error;
      };
      expect(await moveRow(within(lose), await stored(row(oldId, "a")))).toBe("moved");
      expect([sent, await keysNow()]).toEqual([isApplied ? 1 : 2, ["2"]]);
    });

    it("reports every other failure", async () => {
      const fail = () => Promise.reject(new TypeError("no"));
      await expect(moveRow(within(fail), await stored(row(oldId, "a")))).rejects.toThrow("no");
      expect(await keysNow()).toEqual(["1"]);
    });
  });

  it.each([
    ["old", [undefined, "b", false]],
    ["new", [undefined, "new", false]],
    [undefined, ["b", "new", true]],
  ] as const)("settles a conflict by the %s row", async (keep, expected) => {
    const { properties } = copy("a");
    await stored({ ...newId, properties: { ...properties, value: edm.string("new") } });
    const outcome = await moveRow({ ...move(), settle: async () => keep }, await stored(row(oldId, "b")));
    expect([outcome, await state()]).toEqual([keep === undefined ? "conflict" : "moved", expected]);
  });

  it("keeps the old row beside a marked copy, for an undo", async () => {
    const read = await stored(row(oldId, "a"));
    expect(await moveRow({ ...move(), keepsFormer: true }, read)).toBe("moved");
    expect(await moveRow({ ...move(), keepsFormer: true }, read)).toBe("gone");
    expect(await state()).toEqual(["a", "a", true]);
  });
});
