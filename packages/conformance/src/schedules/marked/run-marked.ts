import { SasCredential, TableServiceClient } from "@tablewright/runtime";
import type { SeedEntity, TableService } from "@tablewright/testing";
import { seededRandom } from "../../soak/random.js";
import type { Exchange } from "../world/exchange.js";
import { Journal, storedETag, storedRows, type Version } from "../world/journal.js";
import type { Actor } from "../world/scheduler.js";
import { startWorld } from "../world/start-world.js";
import type { VirtualTime } from "../world/virtual-time.js";
import type { BrokenRule } from "./broken-marked.js";
import { counterName, type MarkedRows, runForeign, runMarked, type WriteResult } from "./marked-client.js";
import { drawMarkedProgram, type ForeignOp, type MarkedCall, type MarkedProgram, worlds } from "./marked-program.js";

export interface MarkedResult extends WriteResult {
  readonly client: number;
  readonly call: number;
  readonly spec: MarkedCall;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** One run of a program (calls of several clients) under one schedule (the order and the faults of their requests). */
export interface MarkedRun {
  readonly seed: number;
  readonly program: MarkedProgram;
  readonly exchanges: readonly Exchange[];
  readonly results: readonly MarkedResult[];
  readonly journal: Journal;
  /** Number of calls that never settled. */
  readonly unsettled: number;
}

/** Time limit of a call and its attempts, in milliseconds. */
export const timeoutMs = 30_000;

const credential = new SasCredential("sv=2019-02-02&sig=none");

/**
 * Runs the schedule of a seed in virtual time. Call `time.install` first.
 * @param rule rule that clients with markers break
 * @returns undefined if the seed's program cannot show that the rule is broken
 */
export async function runMarkedSchedule(
  time: VirtualTime,
  seed: number,
  rule?: BrokenRule,
): Promise<MarkedRun | undefined> {
  const program = drawMarkedProgram(seed, rule?.intruder);
  if (rule?.fits?.(program) === false) return undefined;
  const rows: MarkedRows = { world: program.world, seed };
  const { service, network, scheduler, jitter, start } = startWorld(time, seed, seededRandom(seed), {
    faultRates: [0.05, 0.2, 0.4],
  });
  const initial = seedRows(service, program, rows, start);
  const results: MarkedResult[] = [];
  let settledCalls = 0;
  const run = async (actor: Actor, calls: readonly MarkedCall[]) => {
    const isMarked = calls[0]?.by === "marked";
    const client = new TableServiceClient(service.endpoint, credential, {
      transport: (isMarked && rule?.wrap?.(actor.transport)) || actor.transport,
      random: jitter,
      attemptTimeoutMs: 5_000,
      timeoutMs,
      retry: { maxAttempts: 3, baseDelayMs: 50, maxDelayMs: 400 },
    });
    for (const [call, spec] of calls.entries()) {
      actor.call = call;
      const startedAt = time.now;
      if (spec.by === "foreign") await runForeign(client, rows, spec.op as ForeignOp, spec.row);
      else {
        for (const { tag, settled: own } of await runMarked(client, rows, spec, `${actor.index}-${call}`)) {
          const settled = rule?.report?.(spec.op, own) ?? own;
          results.push({ tag, settled, client: actor.index, call, spec, startedAt, endedAt: time.now });
        }
      }
      settledCalls++;
    }
  };
  await scheduler.run(program.clients.map((calls) => (actor) => run(actor, calls)));
  const { exchanges } = network;
  const unsettled = program.clients.flat().length - settledCalls;
  return { seed, program, exchanges, results, journal: new Journal(initial, exchanges), unsettled };
}

/** Stores the program's rows in the service. Half of the counters are full of facts (records) of former clients. */
function seedRows(service: TableService, { rows }: MarkedProgram, ofSchedule: MarkedRows, at: number): Version[] {
  const { isExclusive, facts } = worlds[ofSchedule.world];
  const table = isExclusive ? "Counters" : "Bank";
  const ended = ofSchedule.seed % 2 === 0 ? facts : 0;
  const seeds = rows.map((row) => (isExclusive ? seedCounter(counterName(ofSchedule, row), ended) : seedAccount(row)));
  service.seed({ Bank: [], Counters: [], [table]: seeds as SeedEntity[] });
  const dump = service.dump();
  const etags = new Map(dump[table]?.map((row) => [`${row.PartitionKey}/${row.RowKey}`, storedETag(row)]));
  return [...storedRows(dump, table)].map(([row, properties]) => {
    return { row, at, order: -1, exchange: undefined, etag: etags.get(row), properties };
  });
}

function seedCounter(name: string, facts: number): object {
  const stored = Uint8Array.from({ length: 15 * facts }, (_, index) => 1 + Math.floor(index / 15));
  return { PartitionKey: name, RowKey: "counter", name, count: 0n, ...(facts > 0 && { writes: stored }) };
}

function seedAccount(row: number): object {
  const keys = { PartitionKey: "B1", RowKey: `account!${String(row).padStart(10, "0")}` };
  return { ...keys, kind: "account", bank: "B1", account: row, "balance@odata.type": "Edm.Double", balance: 1 };
}
