import { edm, entity } from "tablewright";

export const Legacy = entity({
  table: "Legacy",
  kind: "legacy",
  kindProperty: "Type",
  properties: {
    id: edm.string({ name: "Id", maxLength: 64 }),
    total: edm.double({ name: "Total" }),
    Total: edm.double({ name: "total" }),
    maker: edm.string({ name: "constructor" }),
    proto: edm.int64({ name: "__proto__" }),
    text: edm.string({ name: "toString" }).optional(),
    later: edm.dateTime({ name: "then" }).optional(),
    json: edm.boolean({ name: "toJSON", default: false }),
    kind: edm.string(),
    etag: edm.string(),
    timestamp: edm.dateTime(),
    größe: edm.int32({ name: "名前" }),
    class: edm.string(),
    new: edm.string().optional(),
    static: edm.int32(),
    readonly: edm.boolean(),
    value: edm.int32({ name: "valueOf" }),
    own: edm.guid({ name: "hasOwnProperty" }).optional(),
  },
  partitionKey: (k) => [k.id],
  rowKey: () => ["legacy"],
});
