import { type HttpRequest, TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { createStorage, prefixStorage, type StorageValue } from "unstorage";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { tableDriver } from "./table-driver.js";

const tables = createTableService();
const connect = () =>
  TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables, retry: false });
const open = (storage = "test") => createStorage({ driver: tableDriver({ service: connect(), storage }) });

beforeEach(() => tables.reset());

describe("a storage on a table", () => {
  it("returns what was set, and null for what was not", async () => {
    const storage = open();
    expect(await storage.hasItem("a")).toBe(false);
    expect(await storage.getItem("a")).toBeNull();
    await storage.setItem("a", "text");
    expect(await storage.hasItem("a")).toBe(true);
    expect(await storage.getItem("a")).toBe("text");
  });

  it.each([
    ["an object", { nested: [1, null, "größe 😀"] }],
    ["a number", 12.5],
    ["a boolean", false],
    ["an empty text", ""],
    ["a text of a million characters less", "x".repeat(480_000)],
  ])("keeps %s", async (_, value) => {
    const storage = open();
    await storage.setItem("key", value);
    expect(await storage.getItem("key")).toEqual(value);
  });

  it("keeps bytes, up to 900 kB", async () => {
    const storage = open();
    const bytes = new Uint8Array(900_000).map((_, index) => index * 7);
    await storage.setItemRaw("raw", bytes);
    expect(Buffer.compare((await storage.getItemRaw<Uint8Array>("raw")) as Uint8Array, bytes)).toBe(0);
    await storage.setItemRaw("raw", new Uint8Array([1]));
    expect([...((await storage.getItemRaw<Uint8Array>("raw")) as Uint8Array)]).toEqual([1]);
  });

  it("refuses a value that no row can hold, and keeps the former one", async () => {
    const storage = open();
    await storage.setItem("key", "before");
    await expect(storage.setItem("key", "x".repeat(500_000))).rejects.toMatchObject({ code: "value.too-long" });
    expect(await storage.getItem("key")).toBe("before");
  });

  it("lists keys below a base", async () => {
    const storage = open();
    for (const key of ["s1:a", "s2:a", "s1:b", "s10:c", "top"]) await storage.setItem(key, key);
    expect((await storage.getKeys()).sort()).toEqual(["s10:c", "s1:a", "s1:b", "s2:a", "top"]);
    expect((await storage.getKeys("s1")).sort()).toEqual(["s1:a", "s1:b"]);
    expect((await prefixStorage(storage, "s2").getKeys()).sort()).toEqual(["a"]);
  });

  it("takes keys with characters that no row key has", async () => {
    const storage = open();
    const key = "web/pages#1?x=%20!~é";
    await storage.setItem(key, 1);
    expect(await storage.getItem(key)).toBe(1);
    expect(await storage.getKeys()).toHaveLength(1);
  });

  it("sets and reads several items in order, with null for those that are missing", async () => {
    const storage = open();
    await storage.setItems<StorageValue>([
      { key: "a", value: "1" },
      { key: "b", value: { c: 2 } },
    ]);
    expect(await storage.getItems(["b", "none", "a"])).toEqual([
      { key: "b", value: { c: 2 } },
      { key: "none", value: null },
      { key: "a", value: 1 },
    ]);
  });

  it("removes an item, and does not mind one that is missing", async () => {
    const storage = open();
    await storage.setItem("a", 1);
    await storage.removeItem("a");
    await storage.removeItem("a");
    expect(await storage.hasItem("a")).toBe(false);
  });

  it("clears a base, or everything", async () => {
    const driver = tableDriver({ service: connect(), storage: "test" });
    const storage = createStorage({ driver });
    for (const key of ["s1:a", "s1:b", "s2:a"]) await storage.setItem(key, key);
    // unstorage clears a base only if a driver is mounted at or below it.
    await driver.clear?.("s1:", {});
    expect(await storage.getKeys()).toEqual(["s2:a"]);
    await storage.clear();
    expect(await storage.getKeys()).toEqual([]);
  });

  it("tells when an item was created and changed", async () => {
    const storage = open();
    await storage.setItem("a", 1);
    const { birthtime, mtime } = await storage.getMeta("a");
    expect(birthtime).toBeInstanceOf(Date);
    expect(mtime).toBeInstanceOf(Date);
  });

  it("keeps the items of storages apart", async () => {
    const [one, other] = [open("one"), open("other")];
    await one.setItem("a", 1);
    expect(await other.getItem("a")).toBeNull();
    await other.clear();
    expect(await one.getItem("a")).toBe(1);
  });

  it("closes its client", async () => {
    const close = vi.fn(async () => undefined);
    const transport: Transport = Object.assign((request: HttpRequest) => tables(request), { close });
    const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport });
    const storage = createStorage({ driver: tableDriver({ service }) });
    await storage.setItem("a", 1);
    await storage.dispose();
    expect(close).toHaveBeenCalledOnce();
  });
});
