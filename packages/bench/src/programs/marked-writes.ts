/*
 * Writes members with and without a marker to a service in another process, in short turns, because the speed of a machine changes by
 * more than a marker costs. Arguments: the connection string and the operation. Sends the CPU time of both.
 *
 * The order of the two is random in each turn. In a fixed order, garbage collections, which come after equal numbers of writes, fell into
 * the turns of one of them more often: the ratio of transactions was anything from 0.88 to 1.5.
 */
import { TableServiceClient } from "@tablewright/runtime";
import { MarkedMember, PlainMember } from "../tables.gen/index.js";

/** CPU time of the client for all writes of rows with a write marker, and for all of rows without one, in microseconds. */
export interface MarkedWritesCost {
  readonly marked: number;
  readonly plain: number;
}

const [connectionString = "", operation = ""] = process.argv.slice(2);

await using service = TableServiceClient.fromConnectionString(connectionString);
await service.createTables([MarkedMember, PlainMember]);
const club = { clubId: crypto.randomUUID() };
const member = (n: number) => ({
  ...club,
  memberId: `m${n}`,
  email: `m${n}@example.org`,
  name: "Ann",
  joinedAt: new Date(0),
  points: n,
});

type Turn = (first: number) => Promise<void>;

/** Operations by name. Each returns a function that runs one turn: it inserts members from the number `first` on, or changes members. */
const operations: Readonly<Record<string, (Member: typeof PlainMember) => Promise<Turn>>> = {
  async insert(Member) {
    const members = service.entities(Member);
    return async (first) => {
      for (let n = first; n < first + 100; n++) await members.insert(member(n));
    };
  },

  async transaction(Member) {
    return async (first) => {
      await service.transaction(Member.partition(club), (tx) => {
        for (let n = first; n < first + 100; n++) tx.insert(Member, member(n));
      });
    };
  },

  async merge(Member) {
    const members = service.entities(Member);
    let { $etag } = await members.insert(member(0));
    return async (first) => {
      for (let n = first; n < first + 100; n++)
        ({ $etag } = await members.merge(member(0), { points: n }, { ifMatch: $etag }));
    };
  },

  async modify(Member) {
    const members = service.entities(Member);
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
// The types of both classes are equal except for their names and their table.
const marked = await begin(MarkedMember as unknown as typeof PlainMember);
const plain = await begin(PlainMember);

// Transactions need more turns, because their time varies most.
const turns = operation === "transaction" ? 1500 : 300;
const warmUp = turns / 10;
const cost = { marked: 0, plain: 0 };
for (let turn = 0; turn < warmUp + turns; turn++) {
  const order = Math.random() < 0.5 ? (["marked", "plain"] as const) : (["plain", "marked"] as const);
  for (const how of order) {
    const before = process.cpuUsage();
    await { marked, plain }[how](turn * 100);
    const { user, system } = process.cpuUsage(before);
    if (turn >= warmUp) cost[how] += user + system;
  }
}
process.send?.(cost satisfies MarkedWritesCost);
process.disconnect();
