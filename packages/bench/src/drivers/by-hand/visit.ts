import { epochTicks, lastTick, visit as subject } from "../../subjects/visit.js";
import type { VisitInit } from "../../tables.gen/index.js";
import type { HandWritten } from "./table.js";

const unescaped = (text: string) =>
  text.replace(/~([0-9a-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
const fromNewestFirst = (digits: string) => new Date(Number((lastTick - BigInt(digits) - epochTicks) / 10_000n));

export const visit: HandWritten<VisitInit> = {
  toPayload(entity) {
    const { PartitionKey, RowKey } = subject.keysOf(entity);
    const { patientId, doctor, complaint, findings, endedAt, followUpAt } = entity;
    const { charge, weight, insured, invoiceNo, referral, signature } = entity;
    return {
      PartitionKey,
      RowKey,
      "patientId@odata.type": "Edm.Guid",
      patientId,
      doctor,
      complaint,
      findings,
      "endedAt@odata.type": endedAt && "Edm.DateTime",
      endedAt: endedAt?.toISOString(),
      "followUpAt@odata.type": followUpAt && "Edm.DateTime",
      followUpAt: followUpAt?.toISOString(),
      "charge@odata.type": "Edm.Double",
      charge,
      weight,
      insured,
      "invoiceNo@odata.type": "Edm.Int64",
      invoiceNo: String(invoiceNo),
      "referral@odata.type": referral && "Edm.Guid",
      referral,
      "signature@odata.type": signature && "Edm.Binary",
      signature:
        signature && Buffer.from(signature.buffer, signature.byteOffset, signature.byteLength).toString("base64"),
    };
  },
  fromRow(row) {
    const [, startedAt = "", visitNo] = row.RowKey.split("!");
    const { endedAt, followUpAt, signature } = row;
    return {
      etag: row["odata.etag"],
      clinicId: unescaped(row.PartitionKey.slice("clinic!".length)),
      startedAt: fromNewestFirst(startedAt),
      visitNo: Number(visitNo),
      patientId: row["patientId"],
      doctor: row["doctor"],
      complaint: row["complaint"],
      findings: row["findings"],
      endedAt: endedAt && new Date(endedAt),
      followUpAt: followUpAt && new Date(followUpAt),
      charge: row["charge"],
      weight: row["weight"],
      insured: row["insured"],
      invoiceNo: BigInt(row["invoiceNo"]),
      referral: row["referral"],
      signature: signature && Buffer.from(signature, "base64"),
    };
  },
};
