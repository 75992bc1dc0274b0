import { edm, entity } from "tablewright";

const invoice = {
  customerId: edm.string({ maxLength: 64 }),
  invoiceNo: edm.int32({ min: 1 }),
  /** In cents. */
  amount: edm.int64(),
  paid: edm.boolean({ default: false }),
};

/** An invoice in a table of its tenant. The keys need not contain the tenant. */
export const Invoice = entity({
  table: "Invoices",
  properties: invoice,
  partitionKey: (k) => ["customer", k.customerId],
  rowKey: (k) => ["invoice", k.invoiceNo.pad(10)],
});

/** An invoice in a table that all tenants share. The PartitionKey starts with the tenant. */
export const SharedInvoice = entity({
  table: "SharedInvoices",
  properties: { tenantId: edm.string({ maxLength: 32 }), ...invoice },
  partitionKey: (k) => [k.tenantId, k.customerId],
  rowKey: (k) => ["invoice", k.invoiceNo.pad(10)],
});
