import { edm, entity } from "tablewright";

export const Measurement = entity({
  table: "Measurements",
  properties: {
    device: edm.string({ maxLength: 40 }),
    at: edm.dateTime({ as: "ticks" }),
    receivedAt: edm.dateTime({ as: "iso" }),
    storedAt: edm.dateTime(),
    counter: edm.int64(),
    samples: edm.int64({ as: "number" }),
    serial: edm.int64({ as: "string" }),
    level: edm.int32(),
    value: edm.double(),
    settings: edm.json<readonly string[]>(),
    raw: edm.binary({ maxBytes: 1024 }),
    ok: edm.boolean(),
    session: edm.guid(),
    state: edm.string({ oneOf: ["idle", "it's \"busy\"", "größe"] }),
  },
  partitionKey: (k) => [k.device],
  rowKey: (k) => [k.at.desc],
});
