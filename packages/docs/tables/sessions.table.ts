import { edm, entity } from "tablewright";

/** A login, until it ends. */
export const Session = entity({
  table: "Sessions",
  properties: {
    user: edm.string({ maxLength: 64 }),
    id: edm.string({ maxLength: 64 }),
    expiresAt: edm.dateTime(),
  },
  partitionKey: (k) => [k.user],
  rowKey: (k) => [k.id],
  ttl: (k) => k.expiresAt,
});
