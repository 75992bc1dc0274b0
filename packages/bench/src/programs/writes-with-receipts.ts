/*
 * Writes members with and without receipts to a service in another process, in short turns, because the speed of a machine changes by
 * more than the ratio of the two. Arguments: the connection string and the operation. Sends the CPU time of both.
 *
 * The order of the two is random in each turn. In a fixed order, garbage collections, which come after equal numbers of writes, fell into
 * the turns of one of them more often: the ratio of transactions was anything from 0.88 to 1.5.
 */
import { TableServiceClient } from "@tablewright/runtime";
import { PlainMember } from "../tables.gen/index.js";

/** CPU time of the client for all writes with receipts, and for all without, in microseconds. */
export interface ReceiptsCost {
  readonly once: number;
  readonly plain: number;
}

const [connectionString = "", operation = ""] = process.argv.slice(2);

await using service = TableServiceClient.fromConnectionString(connectionString);
await service.createTables([PlainMember]);

type Turn = (first: number) => Promise<void>;
type Exactly = { readonly exactly?: "once" };

/** Returns a function that makes the members of a new club. */
function newClub() {
  const club = { clubId: crypto.randomUUID() };
  const member = (n: number) => ({
    ...club,
    memberId: `m${n}`,
    email: `m${n}@example.org`,
    name: "Ann",
    joinedAt: new Date(0),
    points: n,
  });
  return { club, member };
}

/** Operations by name. Each returns a function that runs one turn: it inserts members from the number `first` on, or changes members. */
const operations: Readonly<Record<string, (exactly: Exactly) => Promise<Turn>>> = {
  async insert(exactly) {
    const { member } = newClub();
    const members = service.entities(PlainMember, exactly);
    return async (first) => {
      for (let n = first; n < first + 100; n++) await members.insert(member(n));
    };
  },

  async transaction(exactly) {
    const { club, member } = newClub();
    return async (first) => {
      await service.transaction(
        PlainMember.partition(club),
        (tx) => {
          for (let n = first; n < first + 50; n++) tx.insert(PlainMember, member(n));
        },
        exactly,
      );
    };
  },

  async merge(exactly) {
    const { member } = newClub();
    const members = service.entities(PlainMember, exactly);
    let { $etag } = await members.insert(member(0));
    return async (first) => {
      for (let n = first; n < first + 100; n++)
        ({ $etag } = await members.merge(member(0), { points: n }, { ifMatch: $etag }));
    };
  },

  async modify(exactly) {
    const { member } = newClub();
    const members = service.entities(PlainMember, exactly);
    const all = Array.from({ length: 16 }, (_, n) => member(n));
    for (const one of all) await members.insert(one);
    const modifyOften = async (one: (typeof all)[number]) => {
      for (let n = 0; n < 8; n++) await members.modify(one, ({ points }) => ({ set: { points: points + 1 } }));
    };
    return async () => {
      await Promise.all(all.map(modifyOften));
    };
  },
};

const begin = operations[operation];
if (begin === undefined) throw new Error(`There is no operation ${operation}.`);
const run = { once: await begin({ exactly: "once" }), plain: await begin({}) };

// Transactions need more turns, because their time varies most.
const turns = operation === "transaction" ? 1500 : 300;
const warmUp = turns / 10;
const cost = { once: 0, plain: 0 };
for (let turn = 0; turn < warmUp + turns; turn++) {
  const order = Math.random() < 0.5 ? (["once", "plain"] as const) : (["plain", "once"] as const);
  for (const how of order) {
    const before = process.cpuUsage();
    await run[how](turn * 100);
    const { user, system } = process.cpuUsage(before);
    if (turn >= warmUp) cost[how] += user + system;
  }
}
process.send?.(cost satisfies ReceiptsCost);
process.disconnect();
