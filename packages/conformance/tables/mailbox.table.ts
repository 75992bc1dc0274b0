import { edm, entity } from "tablewright";

/** Rows that another program has written. Their keys contain text that it derived from the properties. */
export const Mailbox = entity({
  table: "mailboxes",
  properties: {
    domain: edm.string(),
    email: edm.string(),
    quota: edm.int32({ default: 1 }),
    note: edm.string().optional(),
  },
  partitionKey: (k) => [k.domain.raw],
  rowKey: (k) => [k.email.raw],
});
