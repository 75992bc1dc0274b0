import { edm, entity } from "tablewright";

export const Anything = entity({
  table: "Anything",
  properties: {
    id: edm.string({ maxLength: 100 }),
    text: edm.string().optional(),
    choice: edm.string({ oneOf: ["a", "b"] }).optional(),
    json: edm.json<{ readonly tags?: readonly string[] }>().optional(),
    flag: edm.boolean().optional(),
    small: edm.int32().optional(),
    large: edm.int64().optional(),
    largeNumber: edm.int64({ as: "number" }).optional(),
    largeText: edm.int64({ as: "string" }).optional(),
    ratio: edm.double().optional(),
    at: edm.dateTime().optional(),
    atIso: edm.dateTime({ as: "iso" }).optional(),
    atTicks: edm.dateTime({ as: "ticks" }).optional(),
    ref: edm.guid().optional(),
    data: edm.binary().optional(),
  },
  partitionKey: (k) => [k.id],
  rowKey: () => ["anything"],
});
