import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TableServiceClient } from "@tablewright/runtime";
import { type OperationName, serveTableService, type TableServer } from "@tablewright/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { placeOrder } from "./place-order.js";
import { Order, OutboxMessage } from "./tables.gen/index.js";

let server: TableServer;
let service: TableServiceClient;
let folder: string;
const workers: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "outbox-"));
  server = await serveTableService();
  service = TableServiceClient.fromConnectionString(server.connectionString);
  await service.createTables([Order, OutboxMessage]);
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await kill(worker);
  await service.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Starts the worker in its own process. */
function startWorker(): ChildProcess {
  const tsx = createRequire(join(import.meta.dirname, "../../../package.json")).resolve("tsx");
  const source = ["--conditions=@tablewright/source", "--import", tsx, join(import.meta.dirname, "worker.ts")];
  const env = { TABLES_CONNECTION_STRING: server.connectionString, BROKER_FILE: join(folder, "published") };
  const worker = spawn(process.execPath, source, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.kill("SIGKILL");
  await once(worker, "exit");
}

function published(): string[] {
  const file = join(folder, "published");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => OutboxMessage.fromJSON(JSON.parse(line)).orderId);
}

/** Stalls the next request of this operation, so that a worker can be killed in the middle of its work. */
function hang(operation: OperationName) {
  return server.service.faults.add({ fault: { kind: "hang" }, operation });
}

const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

it.each([
  ["reading and publishing", "query", 1],
  ["publishing and deleting", "delete", 2],
] as const)("a worker killed between %s loses no message", async (_, operation, times) => {
  const { orderId } = await placeOrder(service, "C1", 5n);

  const release = hang(operation);
  server.service.clearRequests();
  const killed = startWorker();
  await waitFor(() => expect(server.service.requests.some((request) => request.operation === operation)).toBe(true));
  await kill(killed);
  release();
  expect(await service.entities(OutboxMessage).scan().count()).toBe(1);

  startWorker();
  await waitFor(async () => expect(await service.entities(OutboxMessage).scan().count()).toBe(0));
  expect(published()).toEqual(Array.from({ length: times }, () => orderId));
});
