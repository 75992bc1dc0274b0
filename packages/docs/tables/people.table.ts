import { edm, entity } from "tablewright";

export const Person = entity({
  table: "People",
  kind: "person",
  properties: {
    tenant: edm.string({ maxLength: 64 }),
    personId: edm.string({ maxLength: 64 }),
    email: edm.string({ maxLength: 128 }),
    /** Absent until the person is invited to a team. */
    team: edm.string({ maxLength: 64 }).optional(),
    badge: edm.int32({ min: 0 }).optional(),
    note: edm.string({ maxLength: 400 }).optional(),
    phone: edm.string({ maxLength: 32 }).optional(),
  },
  partitionKey: (k) => ["tenant", k.tenant],
  rowKey: (k) => ["person", k.personId],
  indexes: {
    byTeam: { rowKey: (k) => ["team", k.team], include: ["note"] },
    byBadge: { rowKey: (k) => ["badge", k.badge.pad(6)], unique: true },
    byEmail: { partitionKey: (k) => ["email", k.email.lower], rowKey: () => ["person"], unique: "global" },
  },
});
