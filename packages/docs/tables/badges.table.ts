import { edm, entity } from "tablewright";

/** Its keys do not tell everything: for the examples of the error reference. */
export const Badge = entity({
  table: "Badges",
  properties: {
    code: edm.string({ maxLength: 20, keyOnly: true }),
    holder: edm.string({ maxLength: 64 }),
    rights: edm.json<readonly string[]>(),
  },
  partitionKey: (k) => [k.holder.lower],
  rowKey: (k) => [k.code],
});
