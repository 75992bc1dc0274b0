import { edm, entity } from "tablewright";

const statuses = { open: 0, paid: 1, "written off": 9 } as const;

/** An order whose status is a number in its row. */
export const CodedOrder = entity({
  table: "Coded",
  kind: "order",
  properties: {
    region: edm.string({ codes: { north: "N", south: "S" } }),
    status: edm.int32({ codes: statuses }),
    channel: edm.string({ name: "ch", codes: { web: "W/1", shop: "S!2" }, default: "web" }),
    priority: edm.int32({ codes: { low: -1, high: 1 }, default: "low", formerly: ["prio"] }),
    previous: edm.int32({ codes: statuses }).optional(),
    orderNo: edm.int32({ min: 0 }),
  },
  partitionKey: (k) => [k.region, k.status.pad(2)],
  rowKey: (k) => [k.channel, k.orderNo.pad(10)],
  indexes: {
    byPriority: { rowKey: (k) => ["priority", k.priority.asc] },
  },
});

/** Rows whose codes are in their keys alone. */
export const CodedKey = entity({
  table: "CodedKeys",
  separator: "",
  properties: {
    shape: edm.int32({ codes: { circle: 1, square: 2 }, keyOnly: true }),
    color: edm.string({ codes: { red: "r", green: "g" }, keyOnly: true }),
    size: edm.int32({ codes: { small: 10, large: 200 }, keyOnly: true }),
    note: edm.string().optional(),
  },
  partitionKey: (k) => [`s${k.shape.text}`],
  rowKey: (k) => [k.color, k.size.desc(200)],
});
