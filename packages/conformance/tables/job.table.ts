import { edm, entity } from "tablewright";

/** Entity with defaults that are computed for each entity, one of them in a key, and with constant defaults of dates and JSON. */
export const Job = entity({
  table: "jobs",
  properties: {
    queue: edm.string({ maxLength: 20 }),
    id: edm.guid({ default: "random" }),
    createdAt: edm.dateTime({ default: "now" }),
    createdIso: edm.dateTime({ as: "iso", default: "now" }),
    createdTicks: edm.dateTime({ as: "ticks", default: "now" }),
    since: edm.dateTime({ default: "2020-01-01T00:00:00Z" }),
    sinceTicks: edm.dateTime({ as: "ticks", default: "2020-01-01T00:00:00.1234567Z" }),
    tags: edm.json<string[]>({ default: ["new"] }),
    note: edm.string().optional(),
  },
  partitionKey: (k) => [k.queue],
  rowKey: (k) => [k.id],
});
