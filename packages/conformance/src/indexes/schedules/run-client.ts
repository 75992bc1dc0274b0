import { SasCredential, TableServiceClient, type Transport } from "@tablewright/runtime";
import type { SeedEntity, TableService } from "@tablewright/testing";
import { storedRows, type Version } from "../../schedules/world/journal.js";
import type { Actor } from "../../schedules/world/scheduler.js";
import type { VirtualTime } from "../../schedules/world/virtual-time.js";

/** Result of a call. */
export interface CallResult<Call> {
  readonly client: number;
  readonly call: Call;
  /** Start in virtual milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly settled: { readonly value: unknown } | { readonly error: unknown };
}

/** Calls of one client. */
interface CallingClient<Call> {
  readonly calls: readonly Call[];
  /** Number of requests that the client sends before it crashes; undefined if it does not crash. */
  readonly crashAfter: number | undefined;
}

interface ClientWorld<Call> {
  readonly service: TableService;
  readonly time: VirtualTime;
  readonly random: () => number;
  /** Change to the client's requests that makes it break a rule. */
  readonly breakage: ((send: Transport, current: () => Call | undefined) => Transport) | undefined;
  runCall(client: TableServiceClient, call: Call): Promise<unknown>;
}

/** Row that exists before the calls. */
export interface SeededRow {
  readonly table: string;
  readonly ageMs: number;
  readonly row: object;
}

/** Maximum time that a request is held in transit: less than the age from which index rows can be removed. */
export const maxHoldMs = 5 * 60_000;

const credential = new SasCredential("sv=2019-02-02&sig=none");

/** Sends the calls of a client, one after the other. */
export async function runClient<Call>(
  actor: Actor,
  { calls, crashAfter }: CallingClient<Call>,
  { service, time, random, breakage, runCall }: ClientWorld<Call>,
  results: CallResult<Call>[],
): Promise<void> {
  let current: Call | undefined;
  const crashing = crashAfterRequests(actor.transport, crashAfter);
  const client = new TableServiceClient(service.endpoint, credential, {
    transport: breakage === undefined ? crashing : breakage(crashing, () => current),
    random,
    attemptTimeoutMs: 5_000,
    timeoutMs: 30_000,
    // Some clients send their writes with receipts, beside others that do not.
    exactly: actor.index === 1 ? "once" : undefined,
    retry: { maxAttempts: 4, baseDelayMs: 50, maxDelayMs: 800 },
  });
  for (const [index, call] of calls.entries()) {
    actor.call = index;
    current = call;
    const startedAt = time.now;
    const settled = await runCall(client, call).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    results.push({ client: actor.index, call, startedAt, endedAt: time.now, settled });
  }
}

/** Simulates a client that crashes: it sends nothing after `max` requests. */
function crashAfterRequests(send: Transport, max: number | undefined): Transport {
  if (max === undefined) return send;
  let sent = 0;
  return async (request) => {
    if (sent++ < max) return send(request);
    throw Object.assign(new Error("The client has crashed."), { code: "ECONNREFUSED" });
  };
}

/** Creates tables, and stores rows in them, with the given ages. */
export function seedRows(
  service: TableService,
  time: VirtualTime,
  start: number,
  tables: readonly string[],
  rows: readonly SeededRow[],
): Version[] {
  time.now = start - 7_200_000;
  for (const table of tables) service.seed({ [table]: [] });
  for (const { table, row, ageMs } of [...rows].sort((a, b) => b.ageMs - a.ageMs)) {
    time.now = start - ageMs;
    service.seed({ [table]: [row as SeedEntity] });
  }
  time.now = start;
  return tables
    .flatMap((table) => [...storedRows({ [table]: service.dump()[table] ?? [] }, table)])
    .map(([row, properties]) => ({
      row,
      at: start - 900,
      order: -1,
      exchange: undefined,
      etag: undefined,
      properties,
    }));
}
