import { setTimeout as delay } from "node:timers/promises";
import { TableServiceClient } from "@tablewright/runtime";
import { serveTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { startCli } from "../../../cli/src/test/spawn-cli.js";
import { startAzurite } from "../azurite.js";
import { faultClient } from "../soak/fault-client.js";
import { startFaultProxy } from "../soak/fault-proxy.js";
import { quickFaults } from "../soak/faults.js";
import { seededRandom } from "../soak/random.js";
import { accountIndexes, HotPrograms, hotAccounts } from "./test/hot-accounts.js";
import { idOf } from "./test/live-accounts.js";

/* Three programs of each definition add to the same accounts while `migrate` moves them, is killed and runs again, with faults on the way. */

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const from = Number(process.env["TABLEWRIGHT_SEED_FROM"] ?? 1);
const seeds = Array.from(
  { length: Number(process.env["TABLEWRIGHT_SEEDS"] ?? (isSoak ? 5 : 1)) },
  (_, at) => from + at,
);
const accounts = isSoak ? 300 : 60;
const kills = isSoak ? 10 : 2;
const programs = 3;

const servers = {
  "the strict service": async () => {
    const { connectionString, endpoint, close } = await serveTableService();
    return { connectionString, endpoint, stop: close };
  },
  Azurite: () => startAzurite(),
} as const;
type ServerName = keyof typeof servers;
type IndexName = keyof typeof accountIndexes;

const all = (Object.keys(servers) as ServerName[]).flatMap((server) =>
  (Object.keys(accountIndexes) as IndexName[]).map((index) => [server, index] as const),
);
const cases = isSoak ? all : all.slice(0, 1);

it.each(cases)(
  "additions told ok are stored, and no others, while accounts move: %s, %s",
  async (server, index) => {
    for (const seed of seeds) await migrateOnce(server, index, seed);
  },
  seeds.length * 300_000,
);

async function migrateOnce(name: ServerName, index: IndexName, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const server = await servers[name]();
  const { project, earlier, later } = await hotAccounts(accountIndexes[index]);
  await using direct = TableServiceClient.fromConnectionString(server.connectionString);
  await direct.createTables([{ $schema: earlier }, { $schema: later }]);
  const all = Array.from({ length: accounts }, (_, number) => ({
    ...idOf(number),
    mail: `P${number}@x.org`,
    n: 0,
  }));
  for (const account of all) await direct.entities({ $schema: earlier }).insert(account);
  const proxy = await startFaultProxy({ target: server.endpoint, seed, rate: 0.1, faults: quickFaults });
  const connection = server.connectionString.replace(/TableEndpoint=[^;]+/, `TableEndpoint=${proxy.endpoint}`);
  const run = async (connectionString: string, args: readonly string[], killAfterMs?: number) => {
    const { child, ended } = startCli(project.root, args, { TABLES_CONNECTION_STRING: connectionString });
    const kill = killAfterMs === undefined ? undefined : delay(killAfterMs).then(() => child.kill("SIGKILL"));
    const { code, out, log } = await ended;
    await kill;
    return { code, out, log };
  };
  await using service = faultClient(proxy.endpoint);
  const hot = new HotPrograms(accounts);
  for (let program = 0; program < programs; program++)
    for (const [at, $schema] of [earlier, later].entries()) hot.start(service, $schema, seed * 100 + program * 2 + at);
  for (let kill = 0; kill < kills; kill++) await run(connection, ["migrate", "Account"], 600 + random() * 2500);
  await run(connection, ["migrate", "Account"]);
  hot.stop(earlier);
  await run(connection, ["migrate", "Account"]);
  hot.stop(later);
  await hot.ended();
  await proxy.settle();
  await proxy.stop();
  const context = `seed ${seed}`;
  expect(hot.unexpected, context).toEqual([]);

  const last = await run(server.connectionString, ["migrate", "Account", "--json"]);
  const [counts] = (JSON.parse(last.out) as { entities: { conflicts: number; refused: unknown[] }[] }).entities;
  expect(counts, context).toMatchObject({ conflicts: 0, refused: [] });
  const again = await run(server.connectionString, ["migrate", "Account", "--dry-run"]);
  expect(again, context).toMatchObject({ code: 0, log: expect.stringContaining("0 rows to move, 0 rows to rewrite") });
  expect(await run(server.connectionString, ["verify"]), context).toMatchObject({ code: 0, out: "" });

  const stored = new Map(
    (await direct.entities({ $schema: later }).scan().toArray()).map((row) => [row["id"], row["n"]]),
  );
  for (const [number, { added, unknown, failed, isDeleted, mayBeDeleted }] of hot.told.entries()) {
    const { id } = idOf(number);
    const n = stored.get(id);
    const of = `${context}: ${id}, deleted: ${isDeleted}`;
    if (isDeleted) expect(n, of).toBeUndefined();
    else if (n !== undefined || !mayBeDeleted) {
      expect(n, of).toBeGreaterThanOrEqual(added);
      expect(n, of).toBeLessThanOrEqual(added + unknown + failed);
    }
  }
  const deleted = hot.told.filter(({ isDeleted }) => isDeleted).length;
  const unknown = hot.told.reduce((sum, told) => sum + told.unknown, 0);
  process.stdout.write(
    `${name}, ${index}, ${context}: ${hot.added} additions told ok, ${unknown} unknown, ${deleted} deletions, ${proxy.requests} requests\n`,
  );
  expect(hot.added, context).toBeGreaterThan(accounts / 4);
  await server.stop();
}
