import { edm, entity } from "tablewright";

export const Event = entity({
  table: "Events",
  separator: "|",
  properties: {
    tenant: edm.string({ maxLength: 40 }),
    region: edm.string({ maxLength: 40 }),
    type: edm.string({ oneOf: ["login", "logout"] }),
    at: edm.dateTime(),
    user: edm.string({ maxLength: 40 }),
    seq: edm.int32(),
    text: edm.string(),
  },
  partitionKey: (k) => [k.tenant, "region", k.region],
  rowKey: (k) => ["event", k.type, k.at.asc, "by", k.user, k.seq.asc],
});
