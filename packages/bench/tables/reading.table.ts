import { edm, entity } from "tablewright";

/** One reading of a sensor: twelve properties over all eight Edm types. */
export const Reading = entity({
  table: "Readings",
  properties: {
    deviceId: edm.string({ maxLength: 64 }),
    readingNo: edm.int32({ min: 0 }),
    takenAt: edm.dateTime(),
    receivedAt: edm.dateTime(),
    temperature: edm.double(),
    humidity: edm.double(),
    valid: edm.boolean(),
    sequence: edm.int64(),
    sensorId: edm.guid(),
    signature: edm.binary(),
    unit: edm.string(),
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["dev", k.deviceId],
  rowKey: (k) => ["reading", k.readingNo.pad(10)],
});
