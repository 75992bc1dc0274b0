import { edm, entity } from "tablewright";

/** Every TypeScript form of every Edm type, and keys that are stored as they are given. */
export const EveryForm = entity({
  table: "everyform",
  properties: {
    partition: edm.string({ keyOnly: true }),
    row: edm.string({ keyOnly: true }),
    text: edm.string().optional(),
    choice: edm.string({ oneOf: ["EUR", 'it\'s "größe"', ""] }).optional(),
    document: edm.json<unknown>().optional(),
    flag: edm.boolean().optional(),
    small: edm.int32().optional(),
    large: edm.int64().optional(),
    largeNumber: edm.int64({ as: "number" }).optional(),
    largeText: edm.int64({ as: "string" }).optional(),
    ratio: edm.double().optional(),
    at: edm.dateTime().optional(),
    atIso: edm.dateTime({ as: "iso" }).optional(),
    atTicks: edm.dateTime({ as: "ticks" }).optional(),
    guid: edm.guid().optional(),
    bytes: edm.binary().optional(),
  },
  partitionKey: (k) => [k.partition.raw],
  rowKey: (k) => [k.row.raw],
});

/** Definition that is older than the rows that it reads. It retains undeclared properties. */
export const Keeper = entity({
  table: "keepers",
  kind: "keeper",
  unknownProperties: "keep",
  properties: {
    partition: edm.string({ keyOnly: true, maxLength: 400 }),
    row: edm.string({ keyOnly: true, maxLength: 400 }),
    text: edm.string(),
    small: edm.int32(),
    note: edm.string().optional(),
    total: edm.double({ default: 1 }),
  },
  partitionKey: (k) => ["keeper", k.partition.raw],
  rowKey: (k) => [k.row.raw],
});
