import type { TableServiceView } from "@tablewright/runtime";
import { Invoice, SharedInvoice, type SharedInvoiceInit, type StoredSharedInvoice } from "./tables.gen/index.js";

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
  await serviceOf(service, tenantId).tables.delete("Invoices");
}

/**
 * One table for all tenants, the tenant first in the PartitionKey. There is nothing to set up for a new tenant, and a scan reads all
 * of them. The rest of the program has only this class, never the table, so that it cannot forget the tenant.
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

  /** The unpaid invoices of all customers of the tenant. */
  unpaid() {
    return this.#all().where({ paid: false });
  }

  /** Deletes all invoices of the tenant. */
  async remove(): Promise<number> {
    const { deleted } = await this.#invoices.deleteWhere(this.#all(), { max: 1_000_000 });
    return deleted;
  }

  /** The end of the id is part of the prefix: without it, `acme` would see what belongs to `acme2`. */
  #all() {
    return this.#invoices.scan({ partitionKeyPrefix: `${this.#tenantId}!` });
  }
}

/**
 * Checks a tenant's id before it becomes part of a table name or a key. Lower case only: table names that differ in case alone are
 * one table.
 */
function checkTenantId(id: string): string {
  if (!/^[a-z0-9]{1,32}$/.test(id)) throw new Error(`Invalid tenant id ${JSON.stringify(id)}: 1 to 32 of a-z and 0-9.`);
  return id;
}
