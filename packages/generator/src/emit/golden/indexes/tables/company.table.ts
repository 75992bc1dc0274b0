import { edm, entity } from "tablewright";

export const Employee = entity({
  table: "Company",
  kind: "employee",
  properties: {
    companyId: edm.string({ maxLength: 40 }),
    employeeId: edm.string({ maxLength: 40 }),
    email: edm.string({ maxLength: 100 }),
    lastName: edm.string({ maxLength: 40 }),
    department: edm.string({ maxLength: 40, default: "none" }),
    score: edm.int32({ min: 0, default: 0 }),
    hiredAt: edm.dateTime({ default: "now" }),
    /** With the country code. */
    phone: edm.string({ maxLength: 40 }).optional(),
  },
  partitionKey: (k) => ["company", k.companyId],
  rowKey: (k) => ["employee", k.employeeId],
  indexes: {
    /** One account for each address. */
    byEmail: { rowKey: (k) => ["email", k.email.lower], unique: true },
    byName: { rowKey: (k) => ["name", k.lastName], include: ["phone"] },
    byHired: { rowKey: (k) => ["hired", k.hiredAt.desc], include: "all" },
    byDepartment: {
      table: "CompanyIndex",
      partitionKey: (k) => ["dept", k.department],
      rowKey: (k) => [k.lastName],
    },
    byScore: { table: "CompanyIndex", partitionKey: () => ["score"], rowKey: (k) => [k.score.desc] },
  },
});

/** Each is found by another property: its key holds only the address in lower case. */
export const Subscription = entity({
  table: "Subscriptions",
  kind: "subscription",
  properties: {
    tenant: edm.guid({ keyOnly: true }),
    address: edm.string({ maxLength: 100 }),
    topic: edm.string({ maxLength: 40, keyOnly: true }),
    at: edm.dateTime(),
  },
  partitionKey: (k) => [k.tenant, k.at.month],
  rowKey: (k) => ["sub", k.address.lower, k.topic],
  indexes: {
    byTopic: { partitionKey: (k) => ["topic", k.topic], rowKey: (k) => ["at", k.at.asc] },
  },
});

/** With indexes in its own partition alone. */
export const Account = entity({
  table: "Company",
  kind: "account",
  properties: {
    companyId: edm.string({ maxLength: 40 }),
    accountId: edm.string({ maxLength: 40 }),
    email: edm.string({ maxLength: 100 }),
    name: edm.string({ maxLength: 40 }),
    status: edm.string({ oneOf: ["open", "closed"], default: "open" }),
    logins: edm.int32({ default: 0 }),
    note: edm.string({ maxLength: 1000 }).optional(),
  },
  partitionKey: (k) => ["company", k.companyId],
  rowKey: (k) => ["account", k.accountId],
  indexes: {
    byEmail: { rowKey: (k) => ["accountEmail", k.email], unique: true },
    byStatus: { rowKey: (k) => ["accountStatus", k.status], include: ["name", "note"] },
  },
});

/** The smallest one with an index of each kind. */
export const Ticket = entity({
  table: "Tickets",
  kind: "ticket",
  properties: {
    project: edm.string({ maxLength: 20 }),
    id: edm.string({ maxLength: 20 }),
    state: edm.string({ maxLength: 20 }),
    slug: edm.string({ maxLength: 20 }),
    note: edm.string({ maxLength: 100 }).optional(),
  },
  partitionKey: (k) => ["project", k.project],
  rowKey: (k) => ["ticket", k.id],
  indexes: {
    bySlug: { rowKey: (k) => ["slug", k.slug], unique: true },
    byState: { partitionKey: (k) => ["state", k.state], rowKey: () => ["in"] },
  },
});
