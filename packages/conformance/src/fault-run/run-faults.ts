import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TableServiceClient } from "@tablewright/runtime";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";
import { startAzurite } from "../azurite.js";
import { faultClient } from "../soak/fault-client.js";
import { startFaultProxy } from "../soak/fault-proxy.js";
import type { Fault } from "../soak/faults.js";
import type { DatesBy } from "../soak/wrong-dates.js";
import { audit } from "./audit.js";
import { type CallClaims, formatState } from "./call-claims.js";
import { countFindings, countOutcomes, unknownShare } from "./fault-report.js";
import type { Finding } from "./finding.js";
import { type LineKey, rowName, type WriteKind } from "./lines.js";
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
}

export interface FaultRun {
  readonly findings: readonly Finding[];
  readonly report: object;
  readonly unknownShare: number;
  readonly injected: Iterable<Fault>;
  /** Number of writes for which Azurite itself failed. */
  readonly serverErrors: number;
}

const processes = ["A", "B", "C"];
const maxDateOffsetMs = 3_600_000;
const child = fileURLToPath(new URL("call-child.ts", import.meta.url));

/** Lets three processes write to one Azurite through a proxy with faults, and audits their results. */
export async function runFaults({ writes = "plain", ...options }: FaultRunOptions): Promise<FaultRun> {
  const { calls, seed, rate, faults, datesBy } = options;
  const azurite = await startAzurite();
  const proxy = await startFaultProxy({ target: azurite.endpoint, seed, rate, faults, maxDateOffsetMs, datesBy });
  const direct = TableServiceClient.fromConnectionString(azurite.connectionString);
  try {
    await direct.createTables([OrderLine]);
    await insertCounters(proxy.endpoint);
    const startedAt = performance.now();
    const claims = await Promise.all(
      processes.map((name) => runProcess(proxy.endpoint, name, calls / processes.length, seed, writes)),
    );
    await proxy.settle();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const found = new Map<string, string>();
    for await (const row of direct.entities(OrderLine).scan()) found.set(rowName(row), formatState(row));
    const exchanges = proxy.exchanges.map(parseExchange);
    const findings = audit(claims, exchanges, found);
    const { requests, clocks } = proxy;
    const serverErrors = exchanges.flatMap(({ deliveries }) => deliveries).filter(({ status }) => status >= 500).length;
    const report = {
      ...{ writes, seed, rate, seconds, datesBy, requests, serverErrors, clocks, rows: found.size },
      injected: Object.fromEntries([...proxy.injected].sort()),
      ...countOutcomes(claims),
      ...countFindings(findings),
    };
    return { findings, report, unknownShare: unknownShare(claims), injected: proxy.injected.keys(), serverErrors };
  } finally {
    await direct.close();
    await proxy.stop();
    await azurite.stop();
  }
}

/**
 * Inserts the counters through the proxy, so that it records them. Ignores errors: a request that arrives twice finds that its row exists.
 */
async function insertCounters(endpoint: string): Promise<void> {
  const service = faultClient(endpoint, { attemptTimeoutMs: 1000 });
  const keys = (["count", "ledger"] as const).flatMap((name) =>
    Array.from({ length: sharedCounters }, (_, index) => counterKey(name, index)),
  );
  const insert = (key: LineKey) => service.entities(OrderLine).insert({ ...key, sku: "", quantity: 0 });
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
