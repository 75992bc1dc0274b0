import { edm, entity } from "tablewright";

/** Definitions that rows of earlier ones are read by. */
export const Contact = entity({
  table: "Contacts",
  kind: "contact",
  properties: {
    team: edm.string({ formerly: ["group"], maxLength: 64 }),
    no: edm.int32({ min: 0 }),
    email: edm.string({ formerly: ["mail", "eMail"] }),
    phone: edm.string({ formerly: ["tel"], keepFormer: true }).optional(),
    visits: edm.int64({ reads: ["Edm.Int32", "Edm.String"] }),
    score: edm.double({ name: "rating", formerly: ["constructor"], reads: ["Edm.Int32", "Edm.Int64"], default: 0 }),
    seenAt: edm.dateTime({ reads: ["Edm.String"] }).optional(),
    externalId: edm.string({ reads: ["Edm.Guid"], brand: "ExternalId" }),
    state: edm.string({ oneOf: ["new", "known"], formerly: ["status"], default: "new" }),
    flags: edm.json<readonly string[]>({ formerly: ["tags"], keepFormer: true, default: [] }),
  },
  partitionKey: (k) => ["team", k.team],
  rowKey: (k) => ["contact", k.no.pad(6)],
});
