import { edm, entity } from "tablewright";

export const Setting = entity({
  table: "Settings",
  properties: {
    scope: edm.string({ maxLength: 20, default: "global" }),
    id: edm.guid(),
    level: edm.int32({ min: -5, max: 5, default: -1 }),
    ratio: edm.double({ default: -0 }),
    limit: edm.double({ default: Infinity }),
    floor: edm.double({ default: -Infinity }),
    unset: edm.double({ default: NaN }),
    bytes: edm.int64({ default: 9_223_372_036_854_775_807n }),
    count: edm.int64({ as: "number", default: 7 }),
    serial: edm.int64({ as: "string", default: "-12" }),
    enabled: edm.boolean({ default: true }),
    mode: edm.string({ oneOf: ["dark", "light"], default: "light" }),
    label: edm.string({ default: 'a "quoted" \\ label' }),
    theme: edm.string({ brand: "Theme", default: "plain" }),
  },
  partitionKey: (k) => [k.scope],
  rowKey: (k) => [k.id],
});
