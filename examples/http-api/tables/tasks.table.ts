import { edm, entity } from "tablewright";

/** A task of a list. Clients may choose its id, so that a request that they send twice creates one task. */
export const Task = entity({
  table: "Tasks",
  properties: {
    listId: edm.string({ maxLength: 64 }),
    taskId: edm.guid({ default: "random" }),
    title: edm.string({ maxLength: 200 }),
    done: edm.boolean({ default: false }),
    dueAt: edm.dateTime().optional(),
  },
  partitionKey: (k) => ["list", k.listId],
  rowKey: (k) => ["task", k.taskId],
});
