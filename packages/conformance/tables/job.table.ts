import { edm, entity } from "tablewright";

/** Defaults that are made anew for each entity, in a key too, and constant ones of dates and JSON. */
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
