import { isTableError } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import type { MemberSchema } from "./test/migrated-project.js";
import { MovedOrders, type OrderKeys, order } from "./test/moved-orders.js";

/* Programs of both definitions write an order between two requests of `migrate`, for every two, whether the run goes on or ends there. */

const worlds: Readonly<Record<string, OrderKeys>> = {
  "no index": {},
  "a unique index": { indexes: `byName: { rowKey: (k) => ["name", k.name], unique: true, include: ["n"] }` },
  "an index with values": { indexes: `byName: { rowKey: (k) => ["name", k.name], include: ["n"] }` },
  "an index elsewhere": { indexes: `byName: { partitionKey: (k) => ["name", k.name], rowKey: (k) => [k.no.pad(6)] }` },
  "a unique index over all partitions": {
    indexes: `byName: { partitionKey: (k) => ["name", k.name], rowKey: () => ["order"], unique: "global" }`,
  },
  "a key with one property fewer": {
    before: "[k.tenant, k.region]",
    after: "[k.tenant]",
    indexes: `byName: { rowKey: (k) => ["name", k.name], unique: true, include: ["n"] }`,
  },
};

/** Writes of a program; each returns whether it was told ok. */
const writes = {
  modify: async (orders: MovedOrders, $schema: MemberSchema) => {
    await orders.client.entities({ $schema }).modify(order, (row) => ({ set: { n: Number(row["n"]) + 1 } }));
    return true;
  },
  replace: async (orders: MovedOrders, $schema: MemberSchema) => {
    const client = orders.client.entities({ $schema });
    const read = await client.get(order);
    if (read === undefined) return false;
    await client.replace({ ...order, n: Number(read["n"]) + 1 }, { ifMatch: read.$etag });
    return true;
  },
  delete: (orders: MovedOrders, $schema: MemberSchema) =>
    orders.client.entities({ $schema }).delete(order, { ifMatch: "*" }),
  insert: async (orders: MovedOrders, $schema: MemberSchema) => {
    await orders.client.entities({ $schema }).insert({ ...order, n: 1 });
    return true;
  },
};
type WriteName = keyof typeof writes;

type Step = readonly [program: "former" | "current", write: WriteName];
const steps: readonly (readonly Step[])[] = [
  [["former", "modify"]],
  [["current", "modify"]],
  [
    ["former", "modify"],
    ["current", "modify"],
  ],
  [
    ["former", "modify"],
    ["former", "modify"],
    ["current", "replace"],
  ],
  [["current", "replace"]],
  [["former", "delete"]],
  [["current", "delete"]],
  [["current", "insert"]],
  [
    ["former", "delete"],
    ["current", "insert"],
  ],
  [
    ["former", "insert"],
    ["current", "insert"],
  ],
];

/** Errors of a program that does not find the entity, or finds that it is there. */
const expected = /^entity\.(not-found|already-exists)$|^index\.not-unique$/;

/** Writes that succeeded, as programs saw it: additions of 1 to `n`, and the last deletion or insert. */
interface Told {
  added: number;
  isDeleted: boolean;
  isInserted: boolean;
}

async function write(orders: MovedOrders, [program, name]: Step, told: Told): Promise<void> {
  try {
    if (!(await writes[name](orders, orders[program]))) return;
    if (name === "delete") Object.assign(told, { added: 0, isDeleted: true });
    else told.added++;
    if (name === "insert") Object.assign(told, { isDeleted: false, isInserted: true });
  } catch (error) {
    if (!isTableError(error) || !expected.test(error.code)) throw error;
  }
}

/** Maximum number of requests of a run with one order, more than any takes. */
const maxRequests = 60;

/** Runs the steps before a request of `migrate`, which ends there or goes on. @returns false if the run sends fewer requests */
async function runBeside(
  keys: OrderKeys,
  at: number,
  ends: boolean,
  all: readonly Step[],
  context: string,
): Promise<boolean> {
  const orders = await MovedOrders.create(keys);
  const told: Told = { added: 0, isDeleted: false, isInserted: false };
  let isReached = false;
  const beside = async (request: number) => {
    if (request !== at) {
      if (isReached && ends) throw Object.assign(new Error("The run was killed."), { code: "ECONNREFUSED" });
      return;
    }
    isReached = true;
    for (const step of all) await write(orders, step, told);
    if (ends) throw Object.assign(new Error("The run was killed."), { code: "ECONNREFUSED" });
  };
  await orders.migrate(undefined, beside).catch((error: unknown) => {
    if (!isTableError(error)) throw error;
  });
  if (!isReached) return false;
  await orders.migrate();
  const counts = await orders.migrate();
  expect([counts.moved, counts.rewritten], context).toEqual([0, 0]);
  const rows = orders.rows();
  expect(rows.length - counts.conflicts, context).toBe(told.isDeleted ? 0 : 1);
  if (counts.conflicts > 0) expect(told.isInserted, context).toBe(true);
  const sum = rows.reduce((total, row) => total + Number(row["n"]), 0);
  if (!told.isDeleted) expect(sum, context).toBe(told.added);
  expect(orders.indexFaults(), context).toEqual([]);
  return true;
}

describe.each(Object.entries(worlds))("a move of an order with %s", (name, keys) => {
  it.each([
    ["goes on", false],
    ["ends", true],
  ])("loses nothing and brings nothing back where the run %s", async (_, ends) => {
    let runs = 0;
    for (const all of steps)
      for (let at = 0; at < maxRequests; at++) {
        const context = `${name}, ${JSON.stringify(all)} before request ${at}`;
        if (!(await runBeside(keys, at, ends, all, context))) break;
        runs++;
      }
    expect(runs).toBeGreaterThan(steps.length * 5);
  });
});
