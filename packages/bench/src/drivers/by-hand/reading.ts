import { reading as subject } from "../../subjects/reading.js";
import type { ReadingInit } from "../../tables.gen/index.js";
import type { HandWritten } from "./table.js";

export const reading: HandWritten<ReadingInit> = {
  toPayload(entity) {
    const { PartitionKey, RowKey } = subject.keysOf(entity);
    const { deviceId, readingNo, takenAt, receivedAt, temperature, humidity } = entity;
    const { valid, sequence, sensorId, signature, unit, note } = entity;
    return {
      PartitionKey,
      RowKey,
      deviceId,
      readingNo,
      "takenAt@odata.type": "Edm.DateTime",
      takenAt: takenAt.toISOString(),
      "receivedAt@odata.type": "Edm.DateTime",
      receivedAt: receivedAt.toISOString(),
      "temperature@odata.type": "Edm.Double",
      temperature,
      "humidity@odata.type": "Edm.Double",
      humidity,
      valid,
      "sequence@odata.type": "Edm.Int64",
      sequence: String(sequence),
      "sensorId@odata.type": "Edm.Guid",
      sensorId,
      "signature@odata.type": "Edm.Binary",
      signature: Buffer.from(signature.buffer, signature.byteOffset, signature.byteLength).toString("base64"),
      unit,
      note,
    };
  },
  fromRow: (row) => ({
    etag: row["odata.etag"],
    deviceId: row["deviceId"],
    readingNo: row["readingNo"],
    takenAt: new Date(row["takenAt"]),
    receivedAt: new Date(row["receivedAt"]),
    temperature: row["temperature"],
    humidity: row["humidity"],
    valid: row["valid"],
    sequence: BigInt(row["sequence"]),
    sensorId: row["sensorId"],
    signature: Buffer.from(row["signature"], "base64"),
    unit: row["unit"],
    note: row["note"],
  }),
};
