import type { TableServiceView } from "@tablewright/runtime";
import { SharedInvoice, type SharedInvoiceInit, type StoredSharedInvoice } from "./tables.gen/index.js";
import { checkTenantId } from "./tenant-id.js";

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
