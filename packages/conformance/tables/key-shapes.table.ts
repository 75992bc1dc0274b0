import { edm, entity } from "tablewright";

/** Both keys are the id. */
export const Session = entity({
  table: "sessions",
  properties: { id: edm.string({ maxLength: 64, name: "sessionId" }), user: edm.string() },
  partitionKey: (k) => [k.id],
  rowKey: (k) => [k.id],
});
