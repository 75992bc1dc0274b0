import { edm, entity } from "tablewright";

/** What a device measured. */
export const Reading = entity({
  table: "Telemetry",
  properties: {
    deviceId: edm.string({ maxLength: 64 }),
    at: edm.dateTime(),
    celsius: edm.double(),
  },
  partitionKey: (k) => [k.deviceId, k.at.month], // one partition for each device and month
  rowKey: (k) => [k.at.desc], // newest first
});
