import { edm, entity } from "tablewright";

/** Stored names that have a meaning in JavaScript, in OData or in the service. */
export const OddNames = entity({
  table: "oddnames",
  kind: "odd",
  kindProperty: "type",
  properties: {
    id: edm.string({ keyOnly: true, maxLength: 100 }),
    etag: edm.string(),
    timestamp: edm.dateTime(),
    kind: edm.string(),
    maker: edm.int64({ name: "constructor" }),
    proto: edm.int64({ name: "__proto__" }),
    text: edm.string({ name: "toString" }),
    json: edm.boolean({ name: "toJSON" }),
    later: edm.double({ name: "then" }),
    total: edm.double(),
    Total: edm.int32(),
    größe: edm.int32(),
    名前: edm.string(),
  },
  partitionKey: (k) => [k.id],
  rowKey: () => ["odd"],
});
