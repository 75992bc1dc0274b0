import { isTableError, type TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { Account, Counter } from "../../../../generator/src/emit/golden/markers/expected/index.js";
import type { ForeignOp, MarkedCall, MarkedOp, MarkedWorld } from "./marked-program.js";

/** Outcome of one write: of a call, or of an item of its bulk. */
export interface WriteResult {
  /** Value that only this write stores; that of its deletion otherwise. */
  readonly tag: string;
  readonly settled: { readonly value: unknown } | { readonly error: unknown };
}

const keyOf = (row: number) => ({ bank: "B1", account: row });
const partition = Account.partition({ bank: "B1" });

/** Returns the number that marks a counter of a call. */
export function countOf(tag: string): bigint {
  const [client = "0", call = "0"] = tag.split("-");
  return BigInt(1_000 * (Number(client) + 1) + Number(call) + 1);
}

/** Makes a call with markers, as an application would. */
export async function runMarked(
  service: TableServiceClient,
  world: MarkedWorld,
  { op, row }: MarkedCall,
  tag: string,
): Promise<readonly WriteResult[]> {
  if (op === "bulk") return runBulk(service, tag);
  const call =
    world === "exclusive"
      ? counter(service, op as MarkedOp, row, tag)
      : account(service, world, op as MarkedOp, row, tag);
  return [{ tag, settled: await settle(call) }];
}

async function settle(call: Promise<unknown>): Promise<WriteResult["settled"]> {
  return call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

async function account(
  service: TableServiceClient,
  world: MarkedWorld,
  op: MarkedOp,
  row: number,
  owner: string,
): Promise<unknown> {
  const accounts = world === "guarded" ? service.entities(Account, { exactly: "once" }) : service.entities(Account);
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
      const [a, b] = [await accounts.getOrThrow(keyOf(1)), await accounts.getOrThrow(keyOf(2))];
      return service.transaction(partition, (tx) => {
        tx.merge(Account, a, { owner }, { ifMatch: a.$etag });
        if (row === 1) tx.merge(Account, b, { owner }, { ifMatch: b.$etag });
        else tx.insertOrReplace(Account, { account: 2, owner });
      });
    }
  }
}

async function counter(service: TableServiceClient, op: MarkedOp, row: number, tag: string): Promise<unknown> {
  const counters = service.entities(Counter);
  const key = { name: `C${row}` };
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

async function runBulk(service: TableServiceClient, tag: string): Promise<readonly WriteResult[]> {
  const items = [1, 2, 3, 4].map((row) => {
    const entity = { ...keyOf(row), owner: `${tag}-${row}` };
    return row === 3 ? { insert: entity } : { insertOrMerge: entity };
  });
  const results: WriteResult[] = [];
  try {
    for await (const outcome of service.entities(Account).bulk(items)) {
      const settled = outcome.ok ? { value: outcome } : { error: outcome.error };
      results.push({ tag: `${tag}-${outcome.index + 1}`, settled });
    }
  } catch (error) {
    results.push({ tag, settled: { error } });
  }
  return results;
}

/** Acts as a program that knows no markers. Its errors do not matter. */
export async function runForeign(service: TableServiceClient, op: ForeignOp, row: number): Promise<void> {
  const table = service.table("Bank");
  const id = Account.key(keyOf(row));
  const properties = {
    kind: edm.string("account"),
    bank: edm.string("B1"),
    account: edm.int32(row),
    balance: edm.double(5),
  };
  try {
    if (op === "merge") await table.merge(id, { balance: edm.double(7) }, { ifMatch: "*" });
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
