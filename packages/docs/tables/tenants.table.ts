import { edm, entity } from "tablewright";

export const Invoice = entity({
  table: "Invoices",
  properties: {
    tenantId: edm.string({ maxLength: 64, brand: "TenantId" }),
    invoiceNo: edm.int32({ min: 1 }),
    total: edm.double(),
  },
  partitionKey: (k) => ["tenant", k.tenantId],
  rowKey: (k) => [k.invoiceNo.pad(10)],
});
