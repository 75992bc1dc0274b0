import { edm, entity } from "tablewright";

/** A request for help. */
export const Ticket = entity({
  table: "Tickets",
  kind: "ticket",
  properties: {
    team: edm.string({ maxLength: 64 }),
    ticketNo: edm.int32({ min: 0 }),
    status: edm.int32({ codes: { open: 0, waiting: 1, closed: 9 }, default: "open" }),
    channel: edm.string({ codes: { mail: "M", phone: "P" } }),
    openedBy: edm.string({ readOnly: true }),
    accessCode: edm.string({ hidden: true }).optional(),
    createdAt: edm.dateTime({ onInsert: "now" }),
    updatedAt: edm.dateTime({ onWrite: "now" }),
  },
  partitionKey: (k) => [k.team],
  rowKey: (k) => ["ticket", k.ticketNo.pad(8)],
  indexes: {
    byStatus: { rowKey: (k) => ["status", k.status.pad(1), k.updatedAt.desc] },
  },
});
