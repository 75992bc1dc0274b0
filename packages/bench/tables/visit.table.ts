import { edm, entity } from "tablewright";

/** A visit to a clinic, newest first: a realistic row. Its keys contain values that no property repeats. */
export const Visit = entity({
  table: "Visits",
  properties: {
    clinicId: edm.string({ keyOnly: true }),
    startedAt: edm.dateTime({ keyOnly: true }),
    visitNo: edm.int32({ min: 0, keyOnly: true }),
    patientId: edm.guid(),
    doctor: edm.string(),
    complaint: edm.string(),
    findings: edm.string().optional(),
    endedAt: edm.dateTime().optional(),
    followUpAt: edm.dateTime().optional(),
    charge: edm.double(),
    weight: edm.int32().optional(),
    insured: edm.boolean().optional(),
    invoiceNo: edm.int64(),
    referral: edm.guid().optional(),
    signature: edm.binary().optional(),
  },
  partitionKey: (k) => ["clinic", k.clinicId],
  rowKey: (k) => ["visit", k.startedAt.desc, k.visitNo.pad(8)],
});
