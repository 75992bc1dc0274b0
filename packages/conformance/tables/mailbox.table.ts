import { edm, entity } from "tablewright";

/** A table that an earlier program filled: its keys hold what that program made of the properties. */
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
