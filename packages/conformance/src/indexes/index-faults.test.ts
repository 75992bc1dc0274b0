import { isTableError, TableServiceClient } from "@tablewright/runtime";
import { createTableService, type Fault } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { Account } from "../../../runtime/src/test/company/index.js";
import { agreement } from "./agreement.js";

const lost: readonly Fault[] = [
  { kind: "reset", applied: true },
  { kind: "timeout", applied: true },
  { kind: "reset", applied: false },
  { kind: "truncate", keep: 0.5 },
];

function start() {
  let lagMs = 0;
  const tables = createTableService({ seed: 7, now: () => Date.now() - lagMs });
  const options = { transport: tables, retry: { baseDelayMs: 0 } };
  const service = TableServiceClient.fromConnectionString(tables.connectionString, options);
  /** Inserts a row as another client would have, a minute ago. */
  const insertEarlier = async (row: ReturnType<typeof account>) => {
    lagMs = 60_000;
    const other = TableServiceClient.fromConnectionString(tables.connectionString, options);
    await other.createTables([Account]);
    await other.entities(Account).insert(row);
    lagMs = 0;
  };
  return { tables, service, accounts: service.entities(Account), insertEarlier };
}

const account = (accountId: string, more: object = {}) => ({
  ...{ companyId: "C", accountId, email: `${accountId}@x.org`, name: accountId },
  ...more,
});

describe.each(lost)("where the response to a write is lost: $kind, applied $applied", (fault) => {
  it("each write succeeds once, with its indexes", async () => {
    const { tables, service, accounts } = start();
    await service.createTables([Account]);
    const faulty = async <Result>(write: Promise<Result> | (() => Promise<Result>)) => {
      tables.faults.add({ fault, operation: "transaction", times: 1 });
      return typeof write === "function" ? write() : write;
    };
    await faulty(() => accounts.insert(account("a")));
    await faulty(() => accounts.insertOrReplace(account("b")));
    await faulty(() => accounts.replace(account("a", { email: "a2@x.org" }), { ifMatch: "*" }));
    await faulty(() => accounts.merge(account("b"), { status: "closed" }, { ifMatch: "*" }));
    await faulty(() => accounts.modify(account("b"), () => ({ set: { note: "n" } })));
    expect(await faulty(() => accounts.delete(account("a"), { ifMatch: "*" }))).toBe(true);
    tables.faults.clear();
    expect(await agreement(service, Account, { companyId: "C" })).toEqual({ entities: 1, entries: 2, wrong: [] });
  });

  it("a value that was taken just before leaves the outcome unknown, and nothing is written", async () => {
    const { tables, service, accounts, insertEarlier } = start();
    await insertEarlier(account("a"));
    tables.faults.add({ fault, operation: "transaction", times: 1 });
    const taken = accounts.insert(account("b", { email: "a@x.org" }));
    await expect(taken).rejects.toMatchObject({ outcome: "unknown" });
    expect(await agreement(service, Account, { companyId: "C" })).toEqual({ entities: 1, entries: 2, wrong: [] });
  });
});

it("entities and indexes agree under faults of all kinds and several writers", async () => {
  const { tables, service, accounts } = start();
  await service.createTables([Account]);
  for (const fault of lost) tables.faults.add({ fault, probability: 0.05 });
  tables.faults.add({ fault: { kind: "throttle" }, probability: 0.05 });
  const codes = new Set<string>();
  const write = async (writer: number) => {
    for (let step = 0; step < 60; step++) {
      const n = (writer * 7 + step * 5) % 6;
      const change = { email: `e${(writer + step) % 8}@x.org`, status: step % 2 === 0 ? "open" : "closed" } as const;
      const row = account(`n${n}`, change);
      const kind = (writer + step * 3) % 6;
      await writeOne(accounts, kind, row, change).catch((error) => codes.add(isTableError(error) ? error.code : "?"));
    }
  };
  await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)));
  tables.faults.clear();
  const { wrong } = await agreement(service, Account, { companyId: "C" });
  expect(wrong).toEqual([]);
  expect(codes).toContain("index.not-unique");
  expect([...codes].filter((code) => !expected.test(code))).toEqual([]);
});

/** Codes of the expected errors: rejections, and writes whose outcome no client can know. */
const expected =
  /^(index\.not-unique|entity\.(already-exists|not-found)|bulk\.failed|write\.outcome-unknown|request\.|service\.)/;

async function writeOne(
  accounts: ReturnType<typeof start>["accounts"],
  kind: number,
  row: ReturnType<typeof account>,
  change: { readonly email: string; readonly status: "open" | "closed" },
): Promise<void> {
  if (kind === 0) await accounts.insert(row);
  else if (kind === 1) await accounts.insertOrReplace(row);
  else if (kind === 2) await accounts.delete(row, { ifMatch: "*" });
  else if (kind === 3) await accounts.merge(row, change, { ifMatch: "*" });
  else if (kind === 4) await accounts.modify(row, () => ({ set: change }), { orInsert: row });
  else await accounts.bulk([{ replace: row, ifMatch: "*" }]);
}
