import type { TableServiceView } from "@tablewright/runtime";
import { Invoice } from "./tables.gen/index.js";
import { checkTenantId } from "./tenant-id.js";

/*
 * A table for each tenant. A tenant can have a shared access signature for its table, is deleted by deleting the table, and no query
 * can reach another tenant. Questions over all tenants need a request for each.
 */

/** The service as one tenant sees it: every table has its name. Costs no request, so make one for each request of a user. */
export function serviceOf(service: TableServiceView, tenantId: string): TableServiceView {
  const id = checkTenantId(tenantId);
  return service.withTables((name) => `${name}For${id}`);
}

export async function addTenant(service: TableServiceView, tenantId: string): Promise<void> {
  await serviceOf(service, tenantId).createTables([Invoice]);
}

/** The service deletes the rows in the background. The name is free again after about 40 seconds. */
export async function removeTenant(service: TableServiceView, tenantId: string): Promise<void> {
  await serviceOf(service, tenantId).tables().delete("Invoices");
}
