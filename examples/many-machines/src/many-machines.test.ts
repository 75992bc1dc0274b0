import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serveTableService, type TableServer } from "@tablewright/testing";
import type { OrchestrationContext } from "durable-functions";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { exportAll, exportShard } from "./export-shards.js";

const folder = new URL("..", import.meta.url).pathname;
const repository = join(folder, "../..");
const shards = 3;
const rows = 2000;

let server: TableServer;
let root: string;
let out: string;

beforeEach(async () => {
  server = await serveTableService();
  server.service.importRows(
    Array.from({ length: rows }, (_, at) => {
      const device = `d${String(at % 100).padStart(2, "0")}`;
      return `{"$table":"Readings","PartitionKey":"${device}","RowKey":"${String(at).padStart(8, "0")}","device":"${device}","no":${at},"celsius@odata.type":"Edm.Double","celsius":${at}.5}`;
    }),
  );
  root = mkdtempSync(join(tmpdir(), "tablewright-machines-"));
  out = join(root, "lake");
  mkdirSync(out);
  // Fake commands: the first runs the command line from its source, `az` starts what the job would.
  const source = `--conditions=@tablewright/source --import ${repository}/node_modules/tsx/dist/esm/index.mjs`;
  command("npx", `shift; exec node ${source} ${repository}/packages/cli/src/bin.ts "$@"`);
  command("az", `for word; do case $word in SHARD=*) export "$word";; esac; done; sh run-shard.sh &\n`);
  vi.stubEnv("PATH", `${join(root, "bin")}:${process.env["PATH"]}`);
  vi.stubEnv("OUT", out);
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
  await shell(`npx tablewright plan Readings --shards ${shards} --out ${out}/plan.json`);
}, 120_000);

afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  rmSync(root, { recursive: true });
});

function command(name: string, text: string): void {
  const path = join(root, "bin", name);
  mkdirSync(join(root, "bin"), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** Runs a command line in the example's folder, until all of its processes have ended. */
function shell(line: string, env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  return promisify(execFile)("sh", ["-c", line], { cwd: folder, env: { ...process.env, ...env } });
}

/** Checks that all shards have written all rows. */
function expectWhole(): void {
  const manifests = readdirSync(out).filter((name) => name.endsWith(".manifest.json"));
  expect(manifests.length).toBe(shards);
  const written = manifests.map((name) => JSON.parse(readFileSync(join(out, name), "utf8")) as { rows: number });
  expect(written.reduce((sum, manifest) => sum + manifest.rows, 0)).toBe(rows);
}

it(`the command of the Kubernetes job exports a shard for each index: ${shards} processes`, async () => {
  const job = readFileSync(join(folder, "kubernetes/job.yaml"), "utf8");
  const [, line = ""] = /command: \["sh", "-c", "([^"]+)"\]/.exec(job) ?? [];
  expect(line).toContain("/16 ");
  const ofFew = line.replace("/16 ", `/${shards} `);
  const pods = Array.from({ length: shards }, (_, index) => shell(ofFew, { JOB_COMPLETION_INDEX: String(index) }));
  await Promise.all(pods);
  expectWhole();
}, 300_000);

it("the script for Container Apps starts an execution for each shard", async () => {
  const script = spawn("sh", ["container-apps/start-shards.sh"], {
    cwd: folder,
    env: { ...process.env, IMAGE: "shop:1", SHARDS: String(shards) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Its pipes close when the last execution ends.
  script.stdout.resume();
  script.stderr.resume();
  await once(script, "close");
  expectWhole();
}, 300_000);

it("the orchestration runs an activity for each shard, also after one was killed", async () => {
  const inputs: unknown[] = [];
  const df = {
    getInput: () => shards,
    callActivityWithRetry: (_: string, __: object, input: unknown) => inputs.push(input),
    Task: { all: (tasks: readonly unknown[]) => tasks },
  };
  const steps = exportAll({ df } as unknown as OrchestrationContext);
  expect(steps.next().value).toHaveLength(shards);
  writeFileSync(join(out, "_run-s02.export-lock.json"), '{"pid":1,"host":"a machine that is gone"}');
  const logs = await Promise.all(inputs.map(exportShard));
  expect(logs.every((log) => log.includes("✔"))).toBe(true);
  expect(steps.next(logs)).toEqual({ done: true, value: shards });
  expectWhole();
}, 300_000);
