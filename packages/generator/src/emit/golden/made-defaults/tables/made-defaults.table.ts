import { edm, entity } from "tablewright";
import type { Address } from "../model/address.js";

const epoch = "2020-01-01T00:00:00Z";

export const Job = entity({
  table: "Jobs",
  properties: {
    queue: edm.string({ maxLength: 20, default: "main" }),
    id: edm.guid({ default: "random", brand: "JobId" }),
    trace: edm.guid({ default: "random" }),
    createdAt: edm.dateTime({ default: "now" }),
    createdIso: edm.dateTime({ as: "iso", default: "now" }),
    createdTicks: edm.dateTime({ as: "ticks", default: "now" }),
    since: edm.dateTime({ default: epoch }),
    sinceIso: edm.dateTime({ as: "iso", default: `${epoch}` }),
    sinceTicks: edm.dateTime({ as: "ticks", default: "2020-01-01T00:00:00.12345Z" }),
    tags: edm.json<readonly string[]>({ default: [] }),
    address: edm.json<Address>({ default: { city: "Ulm \"x\"", kind: "home", lines: ["a", "b"] } }),
    anything: edm.json({ default: { a: [1, null, true, -0.5] } }),
  },
  partitionKey: (k) => [k.queue],
  rowKey: (k) => [k.createdAt.desc, k.id],
});
