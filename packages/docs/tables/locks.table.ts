import { edm, entity } from "tablewright";

/** Held by `owner` until `expiresAt`. */
export const Lock = entity({
  table: "Locks",
  properties: {
    name: edm.string({ maxLength: 100 }),
    owner: edm.guid(),
    expiresAt: edm.dateTime(),
  },
  partitionKey: (k) => [k.name],
  rowKey: () => ["lock"],
});
