/** Shows indexes: a unique e-mail in a tenant, lists by status, and a leaderboard over all tenants. */
import { isIndexError, TableServiceClient } from "@tablewright/runtime";
import { Player } from "./tables.gen/index.js";

await using service = TableServiceClient.fromConnectionString(
  process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true",
);
const say = (line: string) => process.stdout.write(`${line}\n`);

// This also creates the tables of the indexes.
await service.createTables([Player]);
const players = service.entities(Player);
const tenant = `T${Date.now()}`;
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}` as const;

// Every write maintains the indexes, even in bulk: the rows of one player are written in one transaction.
await players.bulk([
  { insert: { tenant, playerId: id(1), email: "Ann@example.org", nickname: "ann", status: "active", score: 120 } },
  { insert: { tenant, playerId: id(2), email: "bob@example.org", nickname: "bob", status: "active", score: 300 } },
  { insert: { tenant, playerId: id(3), email: "cy@example.org", nickname: "cy" } },
]);

// An e-mail is unique in its tenant.
try {
  await players.insert({ tenant, email: "ANN@example.org", nickname: "another ann" });
} catch (error) {
  if (!isIndexError(error)) throw error;
  say(`refused: ${error.code} in ${error.index}`);
}
const ann = await players.byEmail.get({ tenant, email: "ann@example.org" });
say(`found by e-mail: ${ann?.nickname}`);

// Lists by status read no players: the index rows contain the nickname.
await players.modify({ tenant, playerId: id(3) }, () => ({ set: { status: "active" } }));
const active = players.byStatus.query({ tenant }).rowKey.startsWith({ status: "active" });
say(`active: ${(await active.select("nickname").toArray()).map(({ nickname }) => nickname).join(", ")}`);

// The leaderboard is stored in another table. Its query reads the players and skips those that have changed since.
await players.modify({ tenant, playerId: id(1) }, ({ score }) => ({ set: { score: score + 500 } }));
const best = await players.byScore.query({}).toArray({ max: 1000 });
const own = best.filter((player) => player.tenant === tenant).map(({ nickname, score }) => `${nickname} ${score}`);
say(`leaderboard: ${own.join(", ")}`);

// A transaction needs the player that was read, because its index rows depend on the stored values.
const bob = await players.getOrThrow({ tenant, playerId: id(2) });
await service.transaction(Player.partition({ tenant }), (tx) => {
  tx.merge(Player, { playerId: id(2) }, { status: "banned" }, { from: bob });
  tx.insert(Player, { playerId: id(4), email: "bob2@example.org", nickname: "bob2", status: "active" });
});
say(`active: ${(await active.toArray()).map(({ nickname }) => nickname).join(", ")}`);
