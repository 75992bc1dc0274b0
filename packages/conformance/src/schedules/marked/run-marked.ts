import { SasCredential, TableServiceClient, type Transport } from "@tablewright/runtime";
import type { SeedEntity } from "@tablewright/testing";
import { seededRandom } from "../../soak/random.js";
import type { Exchange } from "../world/exchange.js";
import type { Actor } from "../world/scheduler.js";
import { startWorld } from "../world/start-world.js";
import type { VirtualTime } from "../world/virtual-time.js";
import { runForeign, runMarked, type WriteResult } from "./marked-client.js";
import { drawMarkedProgram, type ForeignOp, type MarkedCall, type MarkedProgram } from "./marked-program.js";

export interface MarkedResult extends WriteResult {
  readonly client: number;
  readonly call: number;
  readonly spec: MarkedCall;
  readonly endedAt: number;
}

/** One run of a program under one schedule. */
export interface MarkedRun {
  readonly seed: number;
  readonly program: MarkedProgram;
  readonly exchanges: readonly Exchange[];
  readonly results: readonly MarkedResult[];
  /** Number of calls that never settled. */
  readonly unsettled: number;
}

const credential = new SasCredential("sv=2019-02-02&sig=none");

/** Runs the schedule of a seed in virtual time, which must be installed. @param wrap changes what a client with markers sends and reads */
export async function runMarkedSchedule(
  time: VirtualTime,
  seed: number,
  wrap: (send: Transport) => Transport = (send) => send,
): Promise<MarkedRun> {
  const program = drawMarkedProgram(seed);
  const { service, network, scheduler, jitter } = startWorld(time, seed, seededRandom(seed), {
    faultRates: [0.05, 0.2, 0.4],
  });
  service.seed(seedRows(program));
  const results: MarkedResult[] = [];
  let settledCalls = 0;
  const run = async (actor: Actor, calls: readonly MarkedCall[]) => {
    const isMarked = calls[0]?.by === "marked";
    const client = new TableServiceClient(service.endpoint, credential, {
      transport: isMarked ? wrap(actor.transport) : actor.transport,
      random: jitter,
      attemptTimeoutMs: 5_000,
      timeoutMs: 30_000,
      retry: { maxAttempts: 3, baseDelayMs: 50, maxDelayMs: 400 },
    });
    for (const [call, spec] of calls.entries()) {
      actor.call = call;
      if (spec.by === "foreign") await runForeign(client, spec.op as ForeignOp, spec.row);
      else {
        const written = await runMarked(client, program.world, spec, `${actor.index}-${call}`);
        for (const result of written) results.push({ ...result, client: actor.index, call, spec, endedAt: time.now });
      }
      settledCalls++;
    }
  };
  await scheduler.run(program.clients.map((calls) => (actor) => run(actor, calls)));
  const unsettled = program.clients.flat().length - settledCalls;
  return { seed, program, exchanges: network.exchanges, results, unsettled };
}

function seedRows({ world, rows }: MarkedProgram): Record<string, SeedEntity[]> {
  if (world === "exclusive") {
    const counters = rows.map((row) => ({ PartitionKey: `C${row}`, RowKey: "counter", name: `C${row}`, count: 0n }));
    return { Counters: counters as SeedEntity[], Bank: [] };
  }
  const accounts = rows.map((row) => ({
    PartitionKey: "B1",
    RowKey: `account!${String(row).padStart(10, "0")}`,
    ...{ kind: "account", bank: "B1", account: row, "balance@odata.type": "Edm.Double", balance: 1 },
  }));
  return { Bank: accounts as SeedEntity[], Counters: [] };
}
