import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { Invoice, SharedInvoice } from "./tables.gen/index.js";
import { addTenant, removeTenant, serviceOf, TenantInvoices } from "./tenants.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
const invoice = { customerId: "C1", invoiceNo: 1, amount: 12_50n };

beforeEach(() => tables.reset());

describe("a table for each tenant", () => {
  const invoicesOf = (tenantId: string) => serviceOf(service, tenantId).entities(Invoice);

  beforeEach(async () => {
    for (const tenantId of ["acme", "acme2"]) await addTenant(service, tenantId);
  });

  it("shows a tenant its own rows", async () => {
    await invoicesOf("acme").insert(invoice);
    expect(await invoicesOf("acme").get(invoice)).toMatchObject({ amount: 12_50n });
    expect(await invoicesOf("acme2").get(invoice)).toBeUndefined();
    expect(Object.keys(tables.dump()).sort()).toEqual(["InvoicesForacme", "InvoicesForacme2"]);
  });

  it("goes with its tenant, and no other does", async () => {
    await invoicesOf("acme2").insert(invoice);
    await removeTenant(service, "acme");
    expect(Object.keys(tables.dump())).toEqual(["InvoicesForacme2"]);
    expect(await invoicesOf("acme2").get(invoice)).toMatchObject({ amount: 12_50n });
  });
});

describe("one table for all tenants", () => {
  const acme = new TenantInvoices(service, "acme");
  const acme2 = new TenantInvoices(service, "acme2");

  beforeEach(() => service.createTables([SharedInvoice]));

  it("shows a tenant its own rows, though another's id begins with its own", async () => {
    await acme2.add(invoice);
    expect(await acme.get("C1", 1)).toBeUndefined();
    expect(await acme.unpaid().count()).toBe(0);
    expect(await acme2.unpaid().toArray()).toMatchObject([invoice]);
  });

  it("loses all rows of a removed tenant, and none of another", async () => {
    for (const tenant of [acme, acme2]) {
      await tenant.add(invoice);
      await tenant.add({ ...invoice, customerId: "C2", paid: true });
    }
    expect(await acme.remove()).toBe(2);
    expect(await acme2.get("C2", 1)).toMatchObject({ tenantId: "acme2" });
  });
});

it.each(["Acme", "acme!", "acme'", "", "a".repeat(33)])("a tenant is never called %j", (tenantId) => {
  expect(() => serviceOf(service, tenantId)).toThrow("Invalid tenant id");
  expect(() => new TenantInvoices(service, tenantId)).toThrow("Invalid tenant id");
});
