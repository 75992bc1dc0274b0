import { edm, entity } from "tablewright";

const statuses = { open: 0, waiting: 1, closed: 9 } as const;

/** Ticket with codes, times that writes set, and properties that only inserts write or that JSON omits. */
export const KeptTicket = entity({
  table: "KeptTickets",
  kind: "ticket",
  properties: {
    team: edm.string({ codes: { north: "N", south: "S" } }),
    ticketNo: edm.int32({ min: 0 }),
    status: edm.int32({ codes: statuses, default: "open" }),
    channel: edm.string({ name: "ch", codes: { mail: "m/1", phone: "p'2" } }),
    before: edm.int32({ codes: statuses }).optional(),
    openedBy: edm.string({ readOnly: true }),
    referrer: edm.string({ readOnly: true }).optional(),
    secret: edm.string({ hidden: true }).optional(),
    note: edm.string().optional(),
    createdAt: edm.dateTime({ onInsert: "now" }),
    updatedAt: edm.dateTime({ onWrite: "now" }),
    updatedTicks: edm.dateTime({ as: "ticks", onWrite: "now" }).optional(),
  },
  partitionKey: (k) => [k.team],
  rowKey: (k) => ["ticket", k.ticketNo.pad(8)],
  indexes: {
    byStatus: { rowKey: (k) => ["status", k.status.pad(1)] },
    byUpdate: { rowKey: (k) => ["update", k.updatedAt.desc] },
  },
});

/** Item whose code is in its key alone, with the times but without indexes. */
export const KeptItem = entity({
  table: "KeptItems",
  properties: {
    list: edm.string({ maxLength: 40 }),
    size: edm.int32({ codes: { small: 10, large: 200 }, keyOnly: true }),
    count: edm.int32({ default: 0 }),
    owner: edm.string({ readOnly: true }),
    createdAt: edm.dateTime({ onInsert: "now" }).optional(),
    updatedAt: edm.dateTime({ as: "iso", onWrite: "now" }),
  },
  partitionKey: (k) => [k.list],
  rowKey: (k) => [k.size.asc],
});

/** Session that expires. */
export const KeptSession = entity({
  table: "KeptSessions",
  kind: "session",
  properties: {
    user: edm.string({ maxLength: 40 }),
    token: edm.string({ maxLength: 40 }),
    expiresAt: edm.dateTime(),
    device: edm.string({ default: "none" }),
  },
  partitionKey: (k) => [k.user],
  rowKey: (k) => ["session", k.token],
  ttl: (k) => k.expiresAt,
  indexes: {
    byDevice: { rowKey: (k) => ["device", k.device] },
    byToken: { table: "KeptSessionTokens", partitionKey: (k) => [k.token], rowKey: () => ["session"] },
  },
});

/** Login of the same partition, which does not expire. */
export const KeptLogin = entity({
  table: "KeptSessions",
  kind: "login",
  properties: { user: edm.string({ maxLength: 40 }), no: edm.int32({ min: 0 }), expiresAt: edm.dateTime().optional() },
  partitionKey: (k) => [k.user],
  rowKey: (k) => ["login", k.no.pad(4)],
});

/** Cache entry that may stay for ever. */
export const KeptEntry = entity({
  table: "KeptEntries",
  properties: {
    group: edm.string({ maxLength: 40 }),
    key: edm.string({ keyOnly: true, maxLength: 40 }),
    until: edm.dateTime({ as: "ticks", name: "expires" }).optional(),
    value: edm.string().optional(),
  },
  partitionKey: (k) => [k.group],
  rowKey: (k) => [k.key],
  ttl: (k) => k.until,
});
