import type { TableServiceClient } from "@tablewright/runtime";
import { type Driver, defineDriver } from "unstorage";
import { StorageItem } from "./tables.gen/index.js";

export interface TableDriverOptions {
  readonly service: TableServiceClient;
  /** Partition of the items. Default: `default`. */
  readonly storage?: string;
}

/**
 * Driver of unstorage on a table. Each item is one row, so writes replace it as a whole and no reader sees half of it.
 * @see https://unstorage.unjs.io/guide/custom-driver
 */
export const tableDriver = defineDriver(({ service, storage = "default" }: TableDriverOptions) => {
  const items = service.entities(StorageItem);
  const ready = once(() => service.createTables([StorageItem]));
  // unstorage passes no base, or "", for all keys.
  const query = (base?: string) => items.query({ storage }).where(base ? { key: { startsWith: base } } : {});

  async function read(key: string): Promise<StorageItem | undefined> {
    await ready();
    return items.get({ storage, key });
  }

  const driver: Driver<TableDriverOptions> = {
    name: "tablewright",
    async hasItem(key) {
      await ready();
      return query().where({ key }).exists();
    },
    async getItem(key) {
      const item = await read(key);
      return item === undefined ? null : textOf(item);
    },
    async getItemRaw(key) {
      const item = await read(key);
      return item === undefined ? null : (item.bytes ?? Buffer.from(item.text ?? ""));
    },
    async getItems(requested) {
      await ready();
      const found = await items.getMany(requested.map(({ key }) => ({ storage, key })));
      return requested.map(({ key }, index) => {
        const item = found[index];
        return { key, value: item === undefined ? null : textOf(item) };
      });
    },
    async setItem(key, text) {
      await ready();
      await items.insertOrReplace({ storage, key, text });
    },
    async setItemRaw(key, value: unknown) {
      await ready();
      const content = value instanceof Uint8Array ? { bytes: value } : { text: String(value) };
      await items.insertOrReplace({ storage, key, ...content });
    },
    async removeItem(key) {
      await ready();
      await items.delete({ storage, key }, { ifMatch: "*" });
    },
    async getKeys(base) {
      await ready();
      const rows = await query(base).select("key").toArray({ max: Number.MAX_SAFE_INTEGER });
      return rows.map(({ key }) => key);
    },
    async getMeta(key) {
      await ready();
      const [row] = await query().where({ key }).select("createdAt", "$timestamp").toArray({ max: 1 });
      return row === undefined ? null : { birthtime: row.createdAt, mtime: row.$timestamp };
    },
    async clear(base) {
      await ready();
      await items.deleteWhere(query(base), { max: Number.MAX_SAFE_INTEGER });
    },
    dispose: () => service.close(),
  };
  return driver;
});

function textOf({ text, bytes }: StorageItem): string {
  return text ?? new TextDecoder().decode(bytes);
}

/** Runs a function once. After a failure, runs it again at the next call. */
function once(run: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | undefined;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
