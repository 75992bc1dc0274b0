import type { TableServiceView } from "@tablewright/runtime";
import { Invoice, SharedInvoice, type SharedInvoiceInit, type StoredSharedInvoice } from "./tables.gen/index.js";

/*
 * A table for each tenant. A tenant can have a shared access signature for its table. Deleting the table deletes the tenant. No query
 * can reach another tenant, and a query over all tenants needs a request for each.
 */

/**
 * Returns the service as one tenant sees it: every table name includes the tenant. Sends no request, so call it for each user request.
 */
export function serviceOf(service: TableServiceView, tenantId: string): TableServiceView {
  const id = checkTenantId(tenantId);
  return service.withTables((name) => `${name}For${id}`);
}

export async function addTenant(service: TableServiceView, tenantId: string): Promise<void> {
  await serviceOf(service, tenantId).createTables([Invoice]);
}

/** Deletes a tenant's table. The service deletes the rows in the background and frees the name after about 40 seconds. */
export async function removeTenant(service: TableServiceView, tenantId: string): Promise<void> {
  await serviceOf(service, tenantId).tables.delete("Invoices");
}

/**
 * One table for all tenants, with the tenant first in the PartitionKey. A new tenant needs no setup, and a scan reads all tenants. The rest
 * of the program gets only this class, never the table, so it cannot forget the tenant.
 */
export class TenantInvoices {
  readonly #tenantId: string;
  readonly #invoices;

  constructor(service: TableServiceView, tenantId: string) {
    this.#tenantId = checkTenantId(tenantId);
    this.#invoices = service.entities(SharedInvoice);
  }

  async add(invoice: Omit<SharedInvoiceInit, "tenantId">): Promise<void> {
    await this.#invoices.insert({ ...invoice, tenantId: this.#tenantId });
  }

  get(customerId: string, invoiceNo: number): Promise<StoredSharedInvoice | undefined> {
    return this.#invoices.get({ tenantId: this.#tenantId, customerId, invoiceNo });
  }

  /** Returns the unpaid invoices of all customers of the tenant. */
  unpaid() {
    return this.#all().where({ paid: false });
  }

  /** Deletes all invoices of the tenant. */
  async remove(): Promise<number> {
    const { deleted } = await this.#invoices.deleteWhere(this.#all(), { max: 1_000_000 });
    return deleted;
  }

  /** Selects all invoices of the tenant. The prefix includes the end of the id; otherwise `acme` would see the invoices of `acme2`. */
  #all() {
    return this.#invoices.scan({ partitionKeyPrefix: `${this.#tenantId}!` });
  }
}

/**
 * Checks a tenant's id before it becomes part of a table name or a key. Only lower case is allowed, because the service ignores case in
 * table names.
 */
function checkTenantId(id: string): string {
  if (!/^[a-z0-9]{1,32}$/.test(id)) throw new Error(`Invalid tenant id ${JSON.stringify(id)}: 1 to 32 of a-z and 0-9.`);
  return id;
}
