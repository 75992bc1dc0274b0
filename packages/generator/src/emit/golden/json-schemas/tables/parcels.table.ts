import { edm, entity } from "tablewright";

/**
 * A parcel on its way.
 * @see https://example.com
 */
export const Parcel = entity({
  table: "Parcels",
  kind: "parcel",
  properties: {
    depot: edm.string({ maxLength: 40 }),
    at: edm.dateTime({ as: "ticks" }),
    number: edm.int32({ min: 0 }),
    code: edm.string({ length: 8 }),
    id: edm.guid({ default: "random" }),
    /** What it weighs, in kilograms. */
    weight: edm.double({ default: 1.5 }),
    serial: edm.int64({ default: 9007199254740993n }),
    scans: edm.int64({ as: "number", default: 0 }),
    state: edm.string({ oneOf: ["sent", "it's \"here\""], default: "sent" }),
    fragile: edm.boolean({ default: false }),
    dueAt: edm.dateTime().optional(),
    label: edm.binary({ maxBytes: 100 }).optional(),
    tags: edm.json<readonly string[]>({ default: ["new"] }),
    proto: edm.string({ name: "__proto__" }).optional(),
  },
  partitionKey: (k) => [k.depot],
  rowKey: (k) => ["parcel", k.at.desc, k.number.pad(6), k.code.raw],
});

/** The depot's own row. */
export const Depot = entity({
  table: "Parcels",
  kind: "depot",
  properties: { depot: edm.string({ maxLength: 40 }), opensAt: edm.dateTime({ as: "iso" }) },
  partitionKey: (k) => [k.depot],
  rowKey: () => ["depot"],
});
