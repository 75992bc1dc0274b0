/*
 * Writes members with or without a marker to a service in another process. Arguments: the connection string, `marked` or `plain`, and
 * the operation.
 */
import { TableServiceClient } from "@tablewright/runtime";
import { MarkedMember, PlainMember } from "../tables.gen/index.js";

const [connectionString = "", how, operation] = process.argv.slice(2);
// The types of both classes are equal except for their names.
const Member = (how === "marked" ? MarkedMember : PlainMember) as typeof PlainMember;

await using service = TableServiceClient.fromConnectionString(connectionString);
await service.createTables([Member]);
const members = service.entities(Member);
const club = { clubId: crypto.randomUUID() };
const member = (n: number) => ({
  ...club,
  memberId: `m${n}`,
  email: `m${n}@example.org`,
  name: "Ann",
  joinedAt: new Date(0),
  points: n,
});

/** Operations by name. Each changes as many rows as take about two seconds, so that the time to load the code matters little. */
const operations: Readonly<Record<string, () => Promise<void>>> = {
  async insert() {
    for (let n = 0; n < 12_000; n++) await members.insert(member(n));
  },

  async transaction() {
    for (let n = 0; n < 50_000; n += 100) {
      await service.transaction(Member.partition(club), (tx) => {
        for (let of = n; of < n + 100; of++) tx.insert(Member, member(of));
      });
    }
  },

  async merge() {
    let { $etag } = await members.insert(member(0));
    for (let n = 0; n < 12_000; n++) {
      const written = await members.merge(member(0), { points: n }, { ifMatch: $etag });
      $etag = written.$etag;
    }
  },

  async modify() {
    await members.insert(member(0));
    for (let n = 0; n < 8000; n++) await members.modify(member(0), ({ points }) => ({ set: { points: points + 1 } }));
  },
};

await operations[operation ?? ""]?.();
