import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import setup from "../global-setup.js";

const workspace = fileURLToPath(new URL("../../../../", import.meta.url));
const moduleOf = (path: string) => JSON.stringify(join(workspace, "packages", path));

/** The program under test: a web server, in its own process, that stores an order for each POST. */
const application = `
  import { createServer } from "node:http";
  import { TableServiceClient } from ${moduleOf("runtime/src/index.ts")};
  const client = TableServiceClient.fromConnectionString(process.env.TABLES_CONNECTION_STRING, { retry: false });
  const server = createServer(async (request, response) => {
    const rowKey = request.url.slice(1);
    const stored = await client.table("Shop").insert({ partitionKey: "p", rowKey, properties: {} }).then(() => 201, () => 503);
    response.writeHead(stored).end();
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.on("disconnect", () => process.exit());`;

/** A worker of a test runner such as Playwright: it starts the program on an account of its own, and controls that account. */
const worker = `
  import { fork } from "node:child_process";
  import { once } from "node:events";
  import { connectTableService } from ${moduleOf("testing/src/index.ts")};
  const tables = connectTableService().freshAccount();
  const program = fork("application.mts", { env: { ...process.env, TABLES_CONNECTION_STRING: tables.connectionString } });
  const [port] = await once(program, "message");
  const post = (name) => fetch("http://127.0.0.1:" + port + "/" + name, { method: "POST" }).then(({ status }) => status);
  const rows = async () => (await tables.dump()).Shop.map(({ RowKey }) => RowKey);
  const seen = [];
  await tables.seed({ Shop: [] });
  const empty = await tables.snapshot();
  for (let round = 0; round < 5; round += 1) {
    seen.push(await post(process.argv[2]));
    await tables.faults.add({ fault: { kind: "throttle" }, operation: "insert", times: 1 });
    seen.push(await post("throttled"));
    const hold = await tables.faults.add({ fault: { kind: "hold" }, rowKey: "held" });
    const held = post("held");
    await hold.untilHeld();
    seen.push(await rows());
    await hold.release();
    seen.push(await held, await rows());
    await tables.reset(empty);
    seen.push(await rows());
  }
  program.kill();
  console.log(JSON.stringify({ account: tables.account, origin: tables.connectionString.match(/TableEndpoint=(http:..[^/]+)/)[1], seen }));`;

it("workers in processes of their own share a server, but neither accounts nor faults nor resets", async () => {
  const stop = await setup();
  const folder = mkdtempSync(join(tmpdir(), "tablewright-workers-"));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    await stop();
  });
  writeFileSync(join(folder, "application.mts"), application);
  writeFileSync(join(folder, "worker.mts"), worker);
  const loader = join(workspace, "node_modules/tsx/dist/esm/index.mjs");
  const run = async (name: string) => {
    const args = ["--conditions=@tablewright/source", "--import", loader, "worker.mts", name];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    return JSON.parse(stdout) as { account: string; origin: string; seen: unknown[] };
  };
  const names = ["one", "two", "three"];
  const found = await Promise.all(names.map(run));
  for (const [at, { seen }] of found.entries()) {
    const name = names[at] ?? "";
    const round = [201, 503, [name], 201, ["held", name].sort(), []];
    expect(seen).toEqual(Array.from({ length: 5 }, () => round).flat());
  }
  expect(new Set(found.map(({ account }) => account)).size).toBe(3);
  expect(new Set(found.map(({ origin }) => origin)).size).toBe(1);
});
