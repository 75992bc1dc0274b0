import { edm, entity } from "tablewright";

/** A user of which inserts write some values, and of which JSON omits others. */
export const User = entity({
  table: "Users",
  kind: "user",
  properties: {
    tenant: edm.string({ maxLength: 20 }),
    id: edm.guid({ default: "random" }),
    email: edm.string({ readOnly: true }),
    invitedBy: edm.string({ readOnly: true }).optional(),
    passwordHash: edm.binary({ hidden: true, maxBytes: 64 }),
    plan: edm.string({ oneOf: ["free", "paid"], default: "free" }),
    createdAt: edm.dateTime({ onInsert: "now" }),
    createdIso: edm.dateTime({ as: "iso", onInsert: "now" }).optional(),
    updatedAt: edm.dateTime({ onWrite: "now" }),
    updatedTicks: edm.dateTime({ as: "ticks", onWrite: "now" }).optional(),
  },
  partitionKey: (k) => [k.tenant],
  rowKey: (k) => ["user", k.id],
  indexes: {
    byUpdate: { rowKey: (k) => ["update", k.updatedAt.desc] },
  },
});
