import { edm, entity } from "tablewright";

export const Order = entity({
  table: "Orders",
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    orderNo: edm.int32({ min: 0 }),
    placedAt: edm.dateTime({ onInsert: "now" }),
    total: edm.double(),
    sequence: edm.int64(),
    margin: edm.double({ hidden: true }).optional(),
  },
  partitionKey: (k) => [k.customerId],
  rowKey: (k) => [k.orderNo.pad(10)],
});
