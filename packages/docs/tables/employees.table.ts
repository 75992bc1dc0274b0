import { edm, entity } from "tablewright";

export const Employee = entity({
  table: "Company",
  kind: "employee",
  properties: {
    companyId: edm.string({ maxLength: 64 }),
    employeeId: edm.string({ maxLength: 64 }),
    email: edm.string({ maxLength: 128 }),
  },
  partitionKey: (k) => ["company", k.companyId],
  rowKey: (k) => ["employee", k.employeeId],
  indexes: {
    byEmail: { rowKey: (k) => ["email", k.email.lower], unique: true },
  },
});
