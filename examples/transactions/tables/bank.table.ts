import { edm, entity } from "tablewright";

/** A customer's account. Its entries are in the same partition, so that both change together. */
export const Account = entity({
  table: "Bank",
  kind: "account",
  properties: {
    accountNo: edm.string({ maxLength: 34 }),
    /** In cents. */
    balance: edm.int64(),
    entries: edm.int32({ min: 0, default: 0 }),
  },
  partitionKey: (k) => ["account", k.accountNo],
  rowKey: () => ["account"],
});

/** A booking of an account. */
export const Entry = entity({
  table: "Bank",
  kind: "entry",
  properties: {
    accountNo: edm.string({ maxLength: 34 }),
    entryNo: edm.int32({ min: 1 }),
    /** In cents; negative if the account pays. */
    amount: edm.int64(),
    text: edm.string({ maxLength: 140 }),
    bookedAt: edm.dateTime(),
  },
  partitionKey: (k) => ["account", k.accountNo],
  rowKey: (k) => ["entry", k.entryNo.pad(10)],
});
