/*
 * Sets and gets values of 900 kB, in one process with a service in another. Arguments: the connection string, and the name of the client.
 * With both clients, each value is stored in 15 properties of a row.
 */

const [connectionString = "", client] = process.argv.slice(2);
const rounds = 150;
const value = new Uint8Array(900_000).map((_, index) => index * 31);
const partBytes = 65_536;
const cache = crypto.randomUUID();

/** Function that stores the value under a name, reads it back, and returns the value that was read. */
type SetAndGet = (item: string) => Promise<Uint8Array>;

const clients: Readonly<Record<string, () => Promise<SetAndGet>>> = {
  async tablewright() {
    const { TableServiceClient } = await import("@tablewright/runtime");
    const { CacheItem } = await import("../tables.gen/cache-item.gen.js");
    const service = TableServiceClient.fromConnectionString(connectionString);
    await service.createTables([CacheItem]);
    const items = service.entities(CacheItem);
    return async (item) => {
      await items.insertOrReplace({ cache, item, value });
      return (await items.getOrThrow({ cache, item })).value;
    };
  },

  async baseline() {
    const { TableClient } = await import("@azure/data-tables");
    const table = TableClient.fromConnectionString(connectionString, "BenchCache", { allowInsecureConnection: true });
    await table.createTable();
    // As a Buffer: from any other view, this client stores the whole underlying buffer.
    const bytes = Buffer.from(value.buffer);
    return async (item) => {
      const entity: { partitionKey: string; rowKey: string; [name: string]: unknown } = {
        partitionKey: cache,
        rowKey: item,
      };
      for (let at = 0; at < value.length; at += partBytes)
        entity[`value_${at / partBytes}`] = bytes.subarray(at, at + partBytes);
      await table.upsertEntity(entity, "Replace");
      const stored = await table.getEntity<Record<string, Uint8Array>>(cache, item);
      const parts: Uint8Array[] = [];
      for (let n = 0; stored[`value_${n}`] !== undefined; n++) parts.push(stored[`value_${n}`] as Uint8Array);
      return Buffer.concat(parts);
    };
  },
};

const setAndGet = await clients[client ?? ""]?.();
for (let n = 0; n < rounds; n++) {
  const read = await setAndGet?.(`item-${n % 10}`);
  if (read?.length !== value.length || read[12_345] !== value[12_345]) throw new Error("Another value was read.");
}
process.exit();
