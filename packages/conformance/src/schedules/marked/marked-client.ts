import { type EntityClient, isTableError, type TableServiceClient } from "@tablewright/runtime";
import { type EdmValue, edm } from "@tablewright/runtime/edm";
import {
  Account,
  type AccountTypes,
  Counter,
  type CounterTypes,
} from "../../../../generator/src/emit/golden/markers/expected/index.js";
import { CrowdedCounter, ForgetfulAccount } from "../../tables.gen/index.js";
import { type ForeignOp, type MarkedCall, type MarkedOp, type MarkedWorld, worlds } from "./marked-program.js";

/** Outcome of one write: of a call, or of an item of its bulk. */
export interface WriteResult {
  /** Tag that no other write has. The write stores it, unless it is a deletion. */
  readonly tag: string;
  readonly settled: { readonly value: unknown } | { readonly error: unknown };
}

/** Rows of one schedule. */
export interface MarkedRows {
  readonly world: MarkedWorld;
  /** Number that distinguishes the rows of one schedule from others, because the clients of a process reuse their names for a row. */
  readonly seed: number;
}

const keyOf = (row: number) => ({ bank: "B1", account: row });
const partition = Account.partition({ bank: "B1" });

/** Returns the number that a call with this tag writes to a counter. No other call writes the same. */
export function countOf(tag: string): bigint {
  const [client = "0", call = "0"] = tag.split("-");
  return BigInt(1_000 * (Number(client) + 1) + Number(call) + 1);
}

/** Makes a call with markers, as an application would. */
export async function runMarked(
  service: TableServiceClient,
  rows: MarkedRows,
  { op, row }: MarkedCall,
  tag: string,
): Promise<readonly WriteResult[]> {
  const { world } = rows;
  if (op === "bulk") return runBulk(accountsOf(service, world), tag);
  const call = worlds[world].isExclusive
    ? counter(service, rows, op as MarkedOp, row, tag)
    : account(service, world, op as MarkedOp, row, tag);
  return [{ tag, settled: await settle(call) }];
}

async function settle(call: Promise<unknown>): Promise<WriteResult["settled"]> {
  return call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

/** Returns the class of a world's accounts. Apart from their names, both classes have the same types. */
function accountClass(world: MarkedWorld): typeof Account {
  return world === "forgetful" ? (ForgetfulAccount as unknown as typeof Account) : Account;
}

function accountsOf(service: TableServiceClient, world: MarkedWorld): EntityClient<AccountTypes> {
  const options = world === "guarded" ? ({ exactly: "once" } as const) : undefined;
  return service.entities(accountClass(world), options);
}

function countersOf(service: TableServiceClient, world: MarkedWorld): EntityClient<CounterTypes> {
  return service.entities(world === "crowded" ? (CrowdedCounter as unknown as typeof Counter) : Counter);
}

async function account(
  service: TableServiceClient,
  world: MarkedWorld,
  op: MarkedOp,
  row: number,
  owner: string,
): Promise<unknown> {
  const accounts = accountsOf(service, world);
  const key = keyOf(row);
  switch (op) {
    case "modify":
      return accounts.modify(key, ({ balance }) => ({ set: { balance: balance + 1, owner } }), { attempts: 4 });
    case "etag": {
      const read = await accounts.getOrThrow(key);
      return accounts.merge(read, { owner }, { ifMatch: read.$etag });
    }
    case "set":
      return accounts.insertOrMerge({ ...key, owner });
    case "replace":
      return accounts.replace({ ...key, owner }, { ifMatch: "*" });
    case "insert":
      return accounts.insert({ ...key, owner });
    case "delete":
      return accounts.delete(key, { ifMatch: "*" });
    default: {
      const Class = accountClass(world);
      const [a, b] = [await accounts.getOrThrow(keyOf(1)), await accounts.getOrThrow(keyOf(2))];
      return service.transaction(partition, (tx) => {
        tx.merge(Class, a, { owner }, { ifMatch: a.$etag });
        if (row === 1) tx.merge(Class, b, { owner }, { ifMatch: b.$etag });
        else tx.insertOrReplace(Class, { account: 2, owner });
      });
    }
  }
}

async function counter(
  service: TableServiceClient,
  rows: MarkedRows,
  op: MarkedOp,
  row: number,
  tag: string,
): Promise<unknown> {
  const counters = countersOf(service, rows.world);
  const key = { name: counterName(rows, row) };
  const count = countOf(tag);
  switch (op) {
    case "modify":
      return counters.modify(key, () => ({ set: { count } }), { attempts: 4, orInsert: { ...key, count } });
    case "etag": {
      const { $etag } = await counters.getOrThrow(key);
      return counters.merge(key, { count }, { ifMatch: $etag });
    }
    case "replace":
      return counters.replace({ ...key, count }, { ifMatch: "*" });
    case "insert":
      return counters.insert({ ...key, count });
    default:
      return counters.insertOrReplace({ ...key, count });
  }
}

async function runBulk(accounts: EntityClient<AccountTypes>, tag: string): Promise<readonly WriteResult[]> {
  const items = [1, 2, 3, 4].map((row) => {
    const entity = { ...keyOf(row), owner: `${tag}-${row}` };
    return row === 3 ? { insert: entity } : { insertOrMerge: entity };
  });
  const results: WriteResult[] = [];
  try {
    for await (const outcome of accounts.bulk(items)) {
      const settled = outcome.ok ? { value: outcome } : { error: outcome.error };
      results.push({ tag: `${tag}-${outcome.index + 1}`, settled });
    }
  } catch (error) {
    results.push({ tag, settled: { error } });
  }
  return results;
}

export function counterName({ seed }: MarkedRows, row: number): string {
  return `C${row}.${seed}`;
}

/** Acts as a program without markers. Ignores its errors. */
export async function runForeign(
  service: TableServiceClient,
  rows: MarkedRows,
  op: ForeignOp,
  row: number,
): Promise<void> {
  const { isExclusive } = worlds[rows.world];
  const table = service.table(isExclusive ? "Counters" : "Bank");
  const name = counterName(rows, row);
  const id = isExclusive ? Counter.key({ name }) : Account.key(keyOf(row));
  const properties: Record<string, EdmValue> = isExclusive
    ? { name: edm.string(name), count: edm.int64(5n) }
    : { kind: edm.string("account"), bank: edm.string("B1"), account: edm.int32(row), balance: edm.double(5) };
  try {
    if (op === "merge") await table.merge(id, { seenBy: edm.string("another program") }, { ifMatch: "*" });
    if (op === "replace") await table.replace({ ...id, properties }, { ifMatch: "*" });
    if (op === "delete") await table.delete(id, { ifMatch: "*" });
    if (op === "insert") await table.insert({ ...id, properties });
    if (op !== "restore" && op !== "older") return;
    const read = await table.get(id);
    if (read === undefined) return;
    const row_ = { ...id, properties: read.properties };
    if (op === "restore") await table.insertOrReplace(row_);
    else await table.replace(row_, { ifMatch: read.$etag });
  } catch (error) {
    if (!isTableError(error)) throw error;
  }
}
