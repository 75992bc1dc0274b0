import { edm, entity } from "tablewright";

/** Held by `owner` until `expiresAt`. */
export const Lock = entity({
  table: "Locks",
  marker: { property: "_w", exclusive: true }, // no outcome is unknown
  properties: {
    name: edm.string({ maxLength: 100 }),
    owner: edm.guid(),
    expiresAt: edm.dateTime(),
  },
  partitionKey: (k) => [k.name],
  rowKey: () => ["lock"],
});
