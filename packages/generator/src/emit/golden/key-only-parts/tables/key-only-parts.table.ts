import { edm, entity } from "tablewright";

/** Texts of any length between parts of a fixed one. */
export const Entry = entity({
  table: "Entries",
  separator: "::",
  properties: {
    book: edm.string({ keyOnly: true, maxLength: 20 }),
    page: edm.int32({ keyOnly: true }),
    writer: edm.string({ keyOnly: true, maxLength: 20 }),
    code: edm.string({ keyOnly: true, maxLength: 20, brand: "Code" }),
    id: edm.guid({ keyOnly: true }),
    text: edm.string().optional(),
  },
  partitionKey: (k) => ["book", k.book, "page", k.page.asc],
  rowKey: (k) => [k.writer, "by", k.code.raw, k.id, "entry"],
});

/** Parts of a fixed length. */
export const Trip = entity({
  table: "Trips",
  kind: "trip",
  properties: {
    line: edm.string({ keyOnly: true, oneOf: ["S1", "S/2", "U4"] }),
    on: edm.dateTime({ keyOnly: true }),
    isExtra: edm.boolean({ keyOnly: true }),
    rank: edm.int32({ keyOnly: true }),
    serial: edm.int64({ keyOnly: true }),
    distance: edm.int64({ keyOnly: true }),
    height: edm.int64({ keyOnly: true }),
    no: edm.int32({ keyOnly: true, min: 0, brand: "No" }),
    stop: edm.string({ keyOnly: true, maxLength: 20 }),
  },
  partitionKey: (k) => ["trip", k.line],
  rowKey: (k) => [
    k.on.asc,
    k.isExtra,
    "rank",
    k.rank.desc,
    k.serial.pad(19),
    k.distance.asc,
    k.height.desc,
    k.no.pad(4),
    k.stop.raw,
  ],
});
