import { edm, entity } from "tablewright";

/** A device. Other properties that its maker stores are read into `$extra`. */
export const Device = entity({
  table: "Devices",
  properties: { site: edm.string({ maxLength: 64 }), deviceId: edm.string({ maxLength: 64 }), name: edm.string() },
  unknownProperties: "keep",
  partitionKey: (k) => [k.site],
  rowKey: (k) => [k.deviceId],
});
