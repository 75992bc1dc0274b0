import { edm, entity } from "tablewright";

export const Account = entity({
  table: "Accounts",
  kind: "account",
  properties: { accountId: edm.string({ maxLength: 64 }), limit: edm.int32({ min: 0 }) },
  partitionKey: (k) => [k.accountId],
  rowKey: () => ["account"],
});

/** Who changed an account, when and how. */
export const AuditEntry = entity({
  table: "Accounts",
  kind: "audit",
  properties: {
    accountId: edm.string({ maxLength: 64 }),
    at: edm.dateTime(),
    entryId: edm.guid({ default: "random" }), // two changes in one millisecond are two rows
    by: edm.string(),
    change: edm.json<{ readonly from: number; readonly to: number }>(),
  },
  partitionKey: (k) => [k.accountId],
  rowKey: (k) => ["audit", k.at.desc, k.entryId],
});
