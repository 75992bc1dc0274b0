/** Shows two ways to separate tenants: a table for each, or one table with the tenant in its keys. */
import { TableServiceClient } from "@tablewright/runtime";
import { Invoice, SharedInvoice } from "./tables.gen/index.js";
import { addTenant, removeTenant, serviceOf, TenantInvoices } from "./tenants.js";

const connectionString = process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true";
await using service = TableServiceClient.fromConnectionString(connectionString);
const say = (line: string) => process.stdout.write(`${line}\n`);
const invoice = { customerId: "C1", invoiceNo: 1, amount: 12_50n };

for (const tenantId of ["acme", "globex"]) await addTenant(service, tenantId);
await serviceOf(service, "acme").entities(Invoice).insertOrReplace(invoice);
for (const tenantId of ["acme", "globex"]) {
  const found = await serviceOf(service, tenantId).entities(Invoice).query({ customerId: "C1" }).count();
  say(`a table for each tenant: ${tenantId} has ${found} of C1`);
}
for (const tenantId of ["acme", "globex"]) await removeTenant(service, tenantId);

await service.createTables([SharedInvoice]);
const [acme, globex] = [new TenantInvoices(service, "acme"), new TenantInvoices(service, "globex")];
await acme.add(invoice);
say(`one table: acme has ${await acme.unpaid().count()} unpaid, globex ${await globex.unpaid().count()}`);
say(`removed ${await acme.remove()} of acme`);
