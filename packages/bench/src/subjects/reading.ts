import type { ReadingInit, ReadingKey, ReadingPartition } from "../tables.gen/index.js";
import type { Subject } from "./subject.js";

const note = "Calibrated in the field; the cover was open for some minutes, so the next values may drift.";

function sample(n: number, partition = 1): ReadingInit {
  const number = String(n).padStart(12, "0");
  return {
    deviceId: `d${partition}`,
    readingNo: n,
    takenAt: new Date(1_716_000_000_000 + n * 60_037),
    receivedAt: new Date(1_716_000_004_123 + n * 60_041),
    temperature: 12.25 + (n % 300) / 7,
    humidity: 0.5 + (n % 89) / 200,
    valid: n % 3 !== 0,
    sequence: 9_007_199_254_740_993n + BigInt(n),
    sensorId: `6f9619ff-8b86-4011-b42d-${number}`,
    signature: Uint8Array.from({ length: 16 }, (_, i) => (n * 31 + i * 7) & 255),
    unit: "degree Celsius",
    note,
  };
}

/** The simple entity: keys repeated as properties, plain text, dates a minute apart, no absent properties. */
export const reading: Subject<ReadingInit, ReadingKey, ReadingPartition> = {
  table: "Readings",
  partition: { deviceId: "d1" },
  sample,
  keyOf: (readingNo) => ({ deviceId: "d1", readingNo }),
  keysOf: ({ deviceId, readingNo }) => ({
    PartitionKey: `dev!${deviceId}`,
    RowKey: `reading!${String(readingNo).padStart(10, "0")}`,
  }),
  measured: "temperature",
  isRead: (row) => (row as ReadingInit).temperature >= 0,
  keyOnly: [],
  guids: ["sensorId"],
};
