import { join } from "node:path";
import { serveTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { runHere } from "../../../../cli/src/test/run-here.js";
import { type Running, startScript } from "../../../../cli/src/test/spawn-cli.js";
import { temporaryProject } from "../../../../cli/src/test/temporary-project.js";
import { startAzurite } from "../../azurite.js";
import { JobLoad } from "./job-load.js";

/* Two versions of an API run side by side, in processes of their own, while a team changes the keys of jobs and adds an index. */

const workspace = new URL("../../../../../", import.meta.url).pathname;
const source = ["--conditions=@tablewright/source", "--import", join(workspace, "node_modules/tsx/dist/esm/index.mjs")];
const api = new URL("./job-api.ts", import.meta.url).pathname;

const definition = (keys: string, indexes = "") => `import { edm, entity } from "tablewright";
export const Job = entity({
  table: "Jobs", kind: "job",
  properties: {
    shop: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), at: edm.dateTime(),
    state: edm.string({ maxLength: 20 }), n: edm.int32({ default: 0 }),
  },
  ${keys},
  indexes: {
    byDay: { table: "JobsByDay", partitionKey: (k) => [k.at.day], rowKey: (k) => [k.shop, k.id] },
    ${indexes}
  },
});
`;

const before = definition(`partitionKey: (k) => [k.shop], rowKey: (k) => ["job", k.at.desc, k.id]`);
/** Definitions of the second version: other keys, and one index more. */
const changes = {
  "other RowKeys": definition(
    `partitionKey: (k) => [k.shop], rowKey: (k) => ["job", k.at.asc, k.id]`,
    `byState: { rowKey: (k) => ["state", k.state] },`,
  ),
  "other partitions": definition(
    `partitionKey: (k) => [k.shop, k.id.shard(4)], rowKey: (k) => ["job", k.at.desc, k.id]`,
    `byState: { table: "JobsByState", partitionKey: (k) => [k.state], rowKey: (k) => [k.shop, k.id] },`,
  ),
} as const;

const servers = {
  "the strict service": async () => {
    const { connectionString, close } = await serveTableService();
    return { connectionString, stop: close };
  },
  Azurite: () => startAzurite(),
} as const;

const cases = Object.keys(servers).flatMap((server) => Object.keys(changes).map((change) => [server, change] as const));

/** Number of requests between two steps of the deployment. */
const requests = process.env["TABLEWRIGHT_SOAK"] === undefined ? 120 : 3_000;
const jobs = 60;

interface Instance {
  readonly port: number;
  stop(): Promise<void>;
}

async function start(root: string, connectionString: string): Promise<Instance> {
  const running: Running = startScript(root, [...source, api, root], { TABLES_CONNECTION_STRING: connectionString });
  await running.printed("\n");
  const port = Number(/port (\d+)/.exec(running.output().out)?.[1]);
  const stop = async () => {
    running.child.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0, log: "" });
  };
  return { port, stop };
}

it.each(cases)(
  "no request fails, and nothing is lost: %s, %s",
  async (server, change) => {
    const { connectionString, stop } = await servers[server as keyof typeof servers]();
    const first = temporaryProject({ "tables/job.table.ts": before });
    expect((await runHere(first.root, "generate")).code).toBe(0);
    const second = temporaryProject(Object.fromEntries(first.list().map((path) => [path, first.read(path)])));
    second.write("tables/job.table.ts", changes[change as keyof typeof changes]);
    expect((await runHere(second.root, "generate", "--accept")).code).toBe(0);
    const run = async (...args: string[]) => {
      const { code, out, log } = await runHere(second.root, ...args, "--connection-string", connectionString);
      return { code, out, log };
    };

    const load = new JobLoad(1);
    const former = [await start(first.root, connectionString), await start(first.root, connectionString)] as const;
    const route = (instances: readonly Instance[]) => {
      load.instances = instances.map(({ port }) => port);
    };
    route(former);
    await load.seed(jobs);
    await load.checkAll(former[0].port);
    load.start(4);
    await load.after(requests);

    const current: Instance[] = [await start(second.root, connectionString)];
    route([...former, ...current]);
    await load.after(requests);
    expect(await run("migrate", "Job")).toMatchObject({ code: 0 });
    await load.after(requests);
    current.push(await start(second.root, connectionString));
    route([former[1], ...current]);
    await load.after(requests / 4);
    await former[0].stop();
    expect(await run("migrate", "Job")).toMatchObject({ code: 0 });
    await load.after(requests);
    // Users of the former version find what it has inserted until the last run has moved it.
    expect(await run("migrate", "Job")).toMatchObject({ code: 0 });
    route(current);
    await load.after(requests / 4);
    await former[1].stop();
    expect(await run("migrate", "Job")).toMatchObject({ code: 0 });
    expect(await run("reindex", "Job", "byState")).toMatchObject({ code: 0 });
    load.isStateQueried = true;
    await load.after(15, "GET /states");

    await load.stop();
    await load.checkAll(current[0]?.port ?? 0);
    expect(load.failures).toEqual([]);
    expect(await run("migrate", "Job", "--dry-run")).toMatchObject({ code: 0 });
    expect(await run("verify")).toMatchObject({ code: 0, out: "" });
    for (const each of current) await each.stop();
    await stop();
    process.stdout.write(`${server}, ${change}: ${load.jobs} jobs, requests ${JSON.stringify(load.counts)}\n`);
    for (const name of ["GET /list", "GET /pages", "GET /days", "GET /states", "POST /add", "DELETE /jobs"])
      expect(load.counts[name], name).toBeGreaterThan(5);
  },
  300_000,
);
