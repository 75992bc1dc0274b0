import { type BulkItem, TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import type { AccountTypes } from "../../../runtime/src/test/company/index.js";
import { Account, Employee } from "../../../runtime/src/test/company/index.js";
import { agreement } from "../indexes/agreement.js";

const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
const companyId = "C1";
const account = (n: number, more: object = {}) => ({
  ...{ companyId, accountId: `a${n}`, email: `a${n}@x.org`, name: `n${n}` },
  ...more,
});

/** Returns accounts whose first writes get no response, whether applied or not. Reads of these writes fail for a while. */
async function accountsBehind(isLost: (write: number) => "before" | "after" | undefined) {
  const tables = createTableService();
  const direct = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await direct.createTables([Account, Employee]);
  let writes = 0;
  let reads = 0;
  const transport: Transport = async (request) => {
    if (request.method === "GET") {
      if (reads > 0 && reads--) throw lost;
      return tables(request);
    }
    const fault = isLost(writes++);
    if (fault === undefined) return tables(request);
    if (fault === "after") await tables(request);
    reads = 1;
    throw lost;
  };
  const retry = { maxAttempts: 2, baseDelayMs: 0 };
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport, retry });
  return {
    direct,
    service,
    accounts: service.entities(Account),
    agrees: () => agreement(direct, Account, { companyId }),
  };
}

const numbers = Array.from({ length: 30 }, (_, n) => n);

describe("a bulk of an entity with indexes whose requests get no response", () => {
  it.each(["before", "after"] as const)(
    "writes entities and index rows all the same, lost %s they were applied",
    async (when) => {
      const { direct, accounts, agrees } = await accountsBehind((write) => (write < 4 ? when : undefined));
      expect(await accounts.bulk(numbers.map((n) => ({ insert: account(n) })))).toEqual({ written: 30 });
      expect(await agrees()).toMatchObject({ entities: 30, wrong: [] });
      expect(await direct.entities(Account).get({ companyId, accountId: "a7" })).toMatchObject({ name: "n7" });
    },
  );

  it.each(["before", "after"] as const)("never takes a change for refused that was applied, lost %s", async (when) => {
    const changes: ((n: number) => BulkItem<AccountTypes>)[] = [
      (n) => ({ replace: account(n, { name: `new${n}`, status: "closed" }), ifMatch: "*" }),
      (n) => ({ replace: account(n, { email: `new${n}@x.org` }), ifMatch: "*" }),
      (n) => ({ insertOrMerge: account(n, { note: "x", logins: 7 }) }),
      (n) => ({ delete: { companyId, accountId: `a${n}` }, ifMatch: "*" }),
    ];
    for (const change of changes) {
      const { direct, accounts, agrees } = await accountsBehind((write) => (write < 6 ? when : undefined));
      await direct.entities(Account).bulk(numbers.map((n) => ({ insert: account(n) })));
      const failures: unknown[] = [];
      for await (const outcome of accounts.bulk(numbers.map(change))) {
        if (!outcome.ok) failures.push([outcome.index, outcome.error.code, outcome.error.message]);
      }
      expect(failures).toEqual([]);
      expect(await agrees()).toMatchObject({ wrong: [] });
    }
  });

  it.each(["before", "after"] as const)(
    "never takes a change of a unique row in its place for refused, lost %s",
    async (when) => {
      const { direct, service } = await accountsBehind((write) => (write < 4 ? when : undefined));
      const employee = (n: number, email: string) => ({
        ...{ companyId, employeeId: `e${n}`, email, lastName: "N" },
      });
      await direct.entities(Employee).bulk(numbers.map((n) => ({ insert: employee(n, `e${n}@x.org`) })));
      const employees = service.entities(Employee);
      const change = ({ employeeId }: { readonly employeeId: string }) => ({ set: { email: `${employeeId}@X.ORG` } });
      const { updated } = await employees.updateWhere(employees.query({ companyId }), change, { max: 50 });
      expect(updated).toBe(30);
      expect(await agreement(direct, Employee, { companyId })).toMatchObject({ entities: 30, wrong: [] });
    },
  );
});
