import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { Account, type StoredAccount } from "../../../runtime/src/test/company/index.js";

const key = (accountId: string) => ({ companyId: "C", accountId });
const account = (accountId: string) => ({ ...key(accountId), email: `${accountId}@x.org`, name: accountId });

type Accounts = ReturnType<typeof start>["accounts"];
type Write = (
  accounts: Accounts,
  service: TableServiceClient,
  read: readonly [StoredAccount, StoredAccount],
) => PromiseLike<unknown>;

const partition = Account.partition({ companyId: "C" });

const writes: Readonly<Record<string, Write>> = {
  "an insert": (accounts) => accounts.insert(account("c")),
  "a merge": (accounts) => accounts.merge(key("a"), { email: "new@x.org" }, { ifMatch: "*" }),
  "a deletion": (accounts) => accounts.delete(key("a"), { ifMatch: "*" }),
  "a transaction": (_, service, [a, b]) =>
    service.transaction(partition, (tx) => {
      tx.merge(Account, a, { email: "new@x.org" }, { from: a });
      tx.delete(Account, b, { from: b });
    }),
  "an exchange of values": (_, service, [a, b]) =>
    service.transaction(partition, (tx) => {
      tx.merge(Account, a, { email: b.email }, { from: a });
      tx.merge(Account, b, { email: a.email }, { from: b });
    }),
};

/** Clock that does not move, so that the ETags have the same length in each attempt: the service omits zeros at the end of a fraction. */
const now = () => Date.UTC(2026, 0, 1, 12, 0, 0, 123) + 0.4567;

/** Starts a service with accounts, and records the sizes of the transactions that are sent to it. */
function start(maxBytes: number) {
  const tables = createTableService({ now });
  const sizes: number[] = [];
  const service = TableServiceClient.fromConnectionString(tables.connectionString, {
    transport: (request) => {
      if (request.url.includes("$batch")) sizes.push(Buffer.byteLength(request.body ?? ""));
      return tables(request);
    },
  });
  const restrict = () => {
    const { connection } = service;
    Object.assign(connection, { limits: { ...connection.limits, transactionBytes: maxBytes } });
    sizes.length = 0;
  };
  return { service, accounts: service.entities(Account), sizes, restrict };
}

async function send(write: Write, maxBytes: number): Promise<readonly number[]> {
  const { service, accounts, sizes, restrict } = start(maxBytes);
  await service.createTables([Account]);
  for (const id of ["a", "b"]) await accounts.insert(account(id));
  const read = [await accounts.getOrThrow(key("a")), await accounts.getOrThrow(key("b"))] as const;
  restrict();
  await write(accounts, service, read);
  return sizes;
}

describe("a transaction with indexes is never larger than the limit, and refused only where it may be", () => {
  it.each(Object.entries(writes))("%s", async (_, write) => {
    const [size = 0] = await send(write, 100_000);
    for (let limit = size - 130; limit <= size; limit += 3) {
      const sent = await send(write, limit).catch((error: unknown) => error);
      if (Array.isArray(sent)) expect(sent[0]).toBeLessThanOrEqual(limit);
      else expect(sent).toMatchObject({ code: "transaction.too-large" });
    }
    expect(await send(write, size)).toHaveLength(1);
  });
});
