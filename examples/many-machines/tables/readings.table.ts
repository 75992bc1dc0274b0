import { edm, entity } from "tablewright";

/** Reading of a device. */
export const Reading = entity({
  table: "Readings",
  properties: { device: edm.string({ maxLength: 64 }), no: edm.int32({ min: 0 }), celsius: edm.double() },
  partitionKey: (k) => [k.device],
  rowKey: (k) => [k.no.pad(8)],
});
