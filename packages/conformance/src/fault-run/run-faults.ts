import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TableServiceClient } from "@tablewright/runtime";
import { reindex } from "@tablewright/runtime/reindex";
import { serveTableService } from "@tablewright/testing";
import { startAzurite } from "../azurite.js";
import { faultClient } from "../soak/fault-client.js";
import { startFaultProxy } from "../soak/fault-proxy.js";
import type { Fault } from "../soak/faults.js";
import type { DatesBy } from "../soak/wrong-dates.js";
import { audit } from "./audit.js";
import { type CallClaims, formatState } from "./call-claims.js";
import { countFindings, countOutcomes, unknownShare } from "./fault-report.js";
import type { Finding } from "./finding.js";
import { hasIndexes, type LineClass, type LineKey, loadLine, rowName, type WriteKind } from "./lines.js";
import { counterKey, sharedCounters } from "./shared-calls.js";
import { parseExchange } from "./write-exchange.js";

export interface FaultRunOptions {
  /** Total number of calls of all processes. */
  readonly calls: number;
  readonly seed: number;
  /** Share of requests with a fault, from 0 to 1. */
  readonly rate: number;
  readonly faults: readonly Fault[];
  /** Peers (clients or connections) whose responses share a `Date` that is up to an hour off. */
  readonly datesBy: DatesBy;
  /** Kind of writes; plain by default. */
  readonly writes?: WriteKind;
  /** Service behind the proxy; Azurite by default. */
  readonly server?: "Azurite" | "strict";
}

export interface FaultRun {
  readonly findings: readonly Finding[];
  readonly report: object;
  readonly unknownShare: number;
  readonly injected: Iterable<Fault>;
  /** Number of writes for which the server itself failed. */
  readonly serverErrors: number;
  /** Number of index rows that are missing or differ from their lines. */
  readonly indexFaults: number;
}

const processes = ["A", "B", "C"];
const maxDateOffsetMs = 3_600_000;
const child = fileURLToPath(new URL("call-child.ts", import.meta.url));

/** Lets three processes write to one server through a proxy with faults, and audits their results. */
export async function runFaults({
  writes = "plain",
  server = "Azurite",
  ...options
}: FaultRunOptions): Promise<FaultRun> {
  const { calls, seed, rate, faults, datesBy } = options;
  const { endpoint, connectionString, stop } = await startServer(server);
  const line = await loadLine(writes);
  const proxy = await startFaultProxy({ target: endpoint, seed, rate, faults, maxDateOffsetMs, datesBy });
  const direct = TableServiceClient.fromConnectionString(connectionString);
  try {
    await direct.createTables([line]);
    await insertCounters(proxy.endpoint, line);
    const startedAt = performance.now();
    const claims = await Promise.all(
      processes.map((name) => runProcess(proxy.endpoint, name, calls / processes.length, seed, writes)),
    );
    await proxy.settle();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const found = new Map<string, string>();
    for await (const row of direct.entities(line).scan()) found.set(rowName(row), formatState(row));
    const exchanges = proxy.exchanges.map(parseExchange);
    const findings = audit(claims, exchanges, found);
    const indexFaults = hasIndexes(line) ? await countIndexFaults(direct, line) : 0;
    const { requests, clocks } = proxy;
    const serverErrors = exchanges.flatMap(({ deliveries }) => deliveries).filter(({ status }) => status >= 500).length;
    const report = {
      ...{
        writes,
        server,
        indexFaults,
        seed,
        rate,
        seconds,
        datesBy,
        requests,
        serverErrors,
        clocks,
        rows: found.size,
      },
      injected: Object.fromEntries([...proxy.injected].sort()),
      ...countOutcomes(claims),
      ...countFindings(findings),
    };
    const injected = proxy.injected.keys();
    return { findings, report, unknownShare: unknownShare(claims), injected, serverErrors, indexFaults };
  } finally {
    await direct.close();
    await proxy.stop();
    await stop();
  }
}

async function startServer(server: "Azurite" | "strict") {
  if (server === "Azurite") return startAzurite();
  const { endpoint, connectionString, close } = await serveTableService();
  return { endpoint, connectionString, stop: close };
}

/** Counts the index rows that a repair has to write. */
async function countIndexFaults(service: TableServiceClient, line: LineClass): Promise<number> {
  const { written, taken, otherKeys, unrecognized } = await reindex(service, line);
  return written + taken + otherKeys + unrecognized;
}

/**
 * Inserts the counters through the proxy, so that the proxy records these writes. Ignores errors: an insert that arrives twice finds that
 * its row exists.
 */
async function insertCounters(endpoint: string, line: LineClass): Promise<void> {
  const service = faultClient(endpoint, { attemptTimeoutMs: 1000 });
  const keys = (["count", "ledger"] as const).flatMap((name) =>
    Array.from({ length: sharedCounters }, (_, index) => counterKey(name, index)),
  );
  const insert = (key: LineKey) => service.entities(line).insert({ ...key, sku: "", quantity: 0 });
  await Promise.all(keys.map((key) => insert(key).catch(() => undefined)));
  await service.close();
}

async function runProcess(
  endpoint: string,
  name: string,
  calls: number,
  seed: number,
  writes: WriteKind,
): Promise<CallClaims> {
  const options = ["--conditions=@tablewright/source", "--import", "tsx"];
  const parameters = [endpoint, name, String(calls), String(seed), writes];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, child, ...parameters], {
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(stdout) as CallClaims;
}
