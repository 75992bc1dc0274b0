import { edm, entity } from "tablewright";

export const Document = entity({
  table: "Documents",
  properties: {
    ownerId: edm.string({ maxLength: 64 }),
    title: edm.string({ maxLength: 150 }),
    deleted: edm.boolean({ default: false }), // stored in every row, so that a condition can ask for it
    deletedAt: edm.dateTime().optional(),
  },
  partitionKey: (k) => [k.ownerId],
  rowKey: (k) => [k.title],
});
