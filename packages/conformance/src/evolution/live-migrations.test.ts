import { setTimeout as delay } from "node:timers/promises";
import { TableServiceClient } from "@tablewright/runtime";
import { serveTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { rowsOf } from "../../../cli/src/test/migrated-rows.js";
import { startCli } from "../../../cli/src/test/spawn-cli.js";
import { faultClient } from "../soak/fault-client.js";
import { startFaultProxy } from "../soak/fault-proxy.js";
import { quickFaults } from "../soak/faults.js";
import { seededRandom } from "../soak/random.js";
import { Adder, idOf, twoAccounts } from "./test/live-accounts.js";

const runs = process.env["TABLEWRIGHT_SOAK"] === undefined ? 1 : 40;
const accounts = 80;
const kills = 2;

/** Failures that state what to do next. */
const goesOn = /run (?:it|the (?:same )?command) again|--keep old|Run it again/i;

it(
  `migrations beside programs of both definitions, with faults and kills (${runs}), lose nothing and end finished or say how to go on`,
  async () => {
    let ended = 0;
    for (let seed = 1; seed <= runs; seed++) ended += await migrateOnce(seed);
    expect(ended).toBeGreaterThanOrEqual(runs);
  },
  runs * 150_000,
);

/** @returns the number of runs of the command that were not killed */
async function migrateOnce(seed: number): Promise<number> {
  const random = seededRandom(seed);
  const server = await serveTableService();
  const { project, earlier, later } = await twoAccounts();
  await using direct = TableServiceClient.fromConnectionString(server.connectionString);
  await direct.createTables([{ $schema: earlier }, { $schema: later }]);
  const seeds = Array.from({ length: accounts }, (_, number) => ({
    insert: { ...idOf(number), email: `P${number}@x.org`, a: 0, b: 0, blob: "" },
  }));
  await direct.entities({ $schema: earlier }).bulk(seeds);
  const proxy = await startFaultProxy({ target: server.endpoint, seed, rate: 0.1, faults: quickFaults });
  const connection = server.connectionString.replace(/TableEndpoint=[^;]+/, `TableEndpoint=${proxy.endpoint}`);
  let ended = 0;
  const migrate = async (connectionString: string, args: readonly string[] = [], killAfterMs?: number) => {
    const run = startCli(project.root, ["migrate", "Account", ...args], { TABLES_CONNECTION_STRING: connectionString });
    const kill = killAfterMs === undefined ? undefined : delay(killAfterMs).then(() => run.child.kill("SIGKILL"));
    const { code, log } = await run.ended;
    await kill;
    if (code === null) return undefined;
    ended++;
    if (code === 0) expect(log, `seed ${seed}`).toContain("✔ Account:");
    else expect(log, `seed ${seed}, exit code ${code}`).toMatch(goesOn);
    return code;
  };

  await using service = faultClient(proxy.endpoint);
  const old = new Adder(service, earlier, "a", accounts, seed);
  const present = new Adder(service, later, "b", accounts, seed + 1);
  for (let kill = 0; kill < kills; kill++) await migrate(connection, [], 1500 + random() * 4000);
  await migrate(connection);
  await old.stop();
  await migrate(connection);
  await present.stop();
  await proxy.settle();
  await proxy.stop();
  expect([...old.unexpected, ...present.unexpected], `seed ${seed}`).toEqual([]);

  const rows = async () => (await rowsOf(server, "Accounts")).filter(({ kind }) => kind === "account");
  const before = await rows();
  for (const [counter, { added }] of [["a", old] as const, ["b", present] as const]) {
    for (let number = 0; number < accounts; number++) {
      const most = Math.max(...before.filter(({ id }) => id === `Id${number}`).map((row) => Number(row[counter])));
      // A request that arrives twice can add twice.
      expect(most, `seed ${seed}: ${counter} of ${number}`).toBeGreaterThanOrEqual(added.get(number) ?? 0);
    }
  }
  expect(await migrate(server.connectionString, ["--keep", "new"]), `seed ${seed}`).toBe(0);
  const after = await rows();
  expect(new Set(after.map(({ id }) => id)).size, `seed ${seed}`).toBe(accounts);
  expect(after.filter(({ RowKey, id }) => RowKey !== `acc!${String(id).toLowerCase()}`)).toEqual([]);
  expect(after, `seed ${seed}`).toHaveLength(accounts);
  expect(after.filter((row) => "TablewrightMove" in row)).toEqual([]);
  await server.close();
  return ended;
}
