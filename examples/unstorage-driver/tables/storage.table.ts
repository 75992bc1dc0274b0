import { edm, entity } from "tablewright";

/** One item of a storage: text or bytes, up to 983,025 bytes. */
export const StorageItem = entity({
  table: "Storage",
  properties: {
    /** Name of the storage, so that several share a table. */
    storage: edm.string({ maxLength: 60 }),
    /** Key in unstorage's format: `users:1`. */
    key: edm.string({ maxLength: 170 }),
    text: edm.string({ parts: 15 }).optional(),
    bytes: edm.binary({ parts: 15 }).optional(),
    createdAt: edm.dateTime({ default: "now" }),
  },
  partitionKey: (k) => [k.storage],
  rowKey: (k) => [k.key],
});
