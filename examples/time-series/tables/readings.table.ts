import { edm, entity } from "tablewright";

/**
 * A measurement of a device. A month of a device is a partition, so no partition grows without limit, and an old month is deleted as a
 * whole.
 */
export const Reading = entity({
  table: "Readings",
  properties: {
    deviceId: edm.string({ maxLength: 64 }),
    at: edm.dateTime(),
    celsius: edm.double(),
  },
  partitionKey: (k) => [k.deviceId, k.at.month],
  rowKey: (k) => [k.at.desc], // newest first
});
