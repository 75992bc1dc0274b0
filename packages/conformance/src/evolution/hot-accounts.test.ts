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
import { exchangesByCall, judgeAdditions } from "./test/judge-additions.js";
import { idOf } from "./test/live-accounts.js";

/*
 * Three programs of each definition add to the same accounts while `migrate` moves them, is killed and runs again, with faults on the way.
 * With `TABLEWRIGHT_SOAK` there are 50 whole runs: `-t "seed 3, Azurite, a unique index$"` chooses one of them.
 */

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
  (Object.keys(accountIndexes) as IndexName[]).flatMap((index) => seeds.map((seed) => [seed, server, index] as const)),
);
const cases = isSoak ? all : all.slice(0, seeds.length);

it.each(cases)(
  "additions told ok are stored, and no others, while accounts move: seed %i, %s, %s",
  async (seed, server, index) => migrateOnce(server, index, seed),
  600_000,
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
    for (const [at, $schema] of [earlier, later].entries()) {
      // One program of each definition knows each outcome by its receipts.
      hot.start(service, $schema, seed * 100 + program * 2 + at, program === 0);
    }
  let killed = 0;
  for (let kill = 0; kill < kills; kill++) {
    const { code } = await run(connection, ["migrate", "Account"], 600 + random() * 2500);
    if (code === null) killed++;
  }
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
  const calls = exchangesByCall(proxy.exchanges);
  const findings: string[] = [];
  let applied = 0;
  let doubled = 0;
  for (const [number, { additions, isDeleted, mayBeDeleted }] of hot.told.entries()) {
    const { id } = idOf(number);
    const of = `${context}: ${id}, deleted: ${isDeleted}`;
    const judgement = judgeAdditions(additions, calls);
    const n = stored.get(id);
    findings.push(...judgement.findings.map((finding) => `${of}: ${finding}`));
    const isRight = isDeleted ? n === undefined : n === judgement.applied || (n === undefined && mayBeDeleted);
    if (!isRight) findings.push(`${of}: ${n} is stored, where ${judgement.applied} additions were applied`);
    applied += judgement.applied;
    doubled += judgement.doubled;
  }
  const deleted = hot.told.filter(({ isDeleted }) => isDeleted).length;
  process.stdout.write(
    `${name}, ${index}, ${context}: ${hot.count("ok")} additions told ok, ${hot.count("unknown")} unknown, ${hot.count("failed")} failed, ${applied} applied, ${doubled} doubled, ${deleted} deletions, ${killed} kills, ${proxy.requests} requests\n`,
  );
  expect(findings, context).toEqual([]);
  expect(hot.count("ok"), context).toBeGreaterThan(accounts / 4);
  await server.stop();
}
