import { SasCredential, TableServiceClient, type Transport } from "@tablewright/runtime";
import type { SeedEntity, TableService } from "@tablewright/testing";
import type { Exchange } from "../../schedules/world/exchange.js";
import { Journal, storedRows, type Version } from "../../schedules/world/journal.js";
import type { Actor } from "../../schedules/world/scheduler.js";
import { startWorld } from "../../schedules/world/start-world.js";
import type { VirtualTime } from "../../schedules/world/virtual-time.js";
import { seededRandom } from "../../soak/random.js";
import type { Breakage } from "./broken-clients.js";
import {
  drawTicketProgram,
  project,
  runTicketCall,
  type TicketCall,
  type TicketClient,
  type TicketProgram,
} from "./ticket-calls.js";

/** Result of a call. */
export interface TicketResult {
  readonly client: number;
  readonly call: TicketCall;
  /** Start in virtual milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly settled: { readonly value: unknown } | { readonly error: unknown };
}

/** One run of a program under one schedule. */
export interface TicketRun {
  readonly seed: number;
  readonly program: TicketProgram;
  readonly exchanges: readonly Exchange[];
  readonly results: readonly TicketResult[];
  readonly journal: Journal;
  readonly initial: readonly Version[];
}

/** Maximum time that a request is held: less than the age from which index rows are removed. */
const maxHoldMs = 5 * 60_000;

const credential = new SasCredential("sv=2019-02-02&sig=none");

/** Runs the schedule of a seed in virtual time, which must be installed. */
export async function runTicketSchedule(
  time: VirtualTime,
  seed: number,
  given: { readonly program?: TicketProgram; readonly breakage?: Breakage | undefined } = {},
): Promise<TicketRun> {
  const random = seededRandom(seed);
  const drawn = drawTicketProgram(random);
  const program = given.program ?? drawn;
  const world = startWorld(time, seed, random, { faultRates: [0, 0, 0.1, 0.3], maxHoldMs });
  const { service, network, scheduler, start, jitter } = world;
  const initial = seedTickets(service, time, program, start);
  const results: TicketResult[] = [];
  const run = (client: TicketClient) => (actor: Actor) =>
    runClient(actor, client, service, time, jitter, results, given.breakage);
  await scheduler.run(program.clients.map(run));
  return {
    seed,
    program,
    exchanges: network.exchanges,
    results,
    journal: new Journal(initial, network.exchanges),
    initial,
  };
}

async function runClient(
  actor: Actor,
  { calls, crashAfter }: TicketClient,
  service: TableService,
  time: VirtualTime,
  random: () => number,
  results: TicketResult[],
  breakage: Breakage | undefined,
): Promise<void> {
  let current: TicketCall | undefined;
  const crashing = crashAfterRequests(actor.transport, crashAfter);
  const client = new TableServiceClient(service.endpoint, credential, {
    transport: breakage === undefined ? crashing : breakage(crashing, () => current),
    random,
    attemptTimeoutMs: 5_000,
    timeoutMs: 30_000,
    retry: { maxAttempts: 4, baseDelayMs: 50, maxDelayMs: 800 },
  });
  for (const [index, call] of calls.entries()) {
    actor.call = index;
    current = call;
    const startedAt = time.now;
    const settled = await runTicketCall(client, call).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    results.push({ client: actor.index, call, startedAt, endedAt: time.now, settled });
  }
}

/** Simulates a client that crashes: it sends nothing after its last request. */
function crashAfterRequests(send: Transport, max: number | undefined): Transport {
  if (max === undefined) return send;
  let sent = 0;
  return async (request) => {
    if (sent++ < max) return send(request);
    throw Object.assign(new Error("The client has crashed."), { code: "ECONNREFUSED" });
  };
}

/** Stores the program's tickets and their index rows in the service, with the given ages. */
function seedTickets(
  service: TableService,
  time: VirtualTime,
  { tickets, stale }: TicketProgram,
  start: number,
): Version[] {
  const rows = [
    ...tickets.flatMap(({ id, state, slug, ageMs }) => [
      { ageMs, row: { ...keys(`project!${project}`, `ticket!${id}`), kind: "ticket", project, id, state, slug } },
      { ageMs, row: { ...keys(`project!${project}`, `slug!${slug}`), kind: "ticket.bySlug", project, id, slug } },
      { ageMs, row: buildEntry(id, state) },
    ]),
    ...stale.map(({ id, state, ageMs }) => ({ ageMs, row: buildEntry(id, state) })),
  ];
  time.now = start - 7_200_000;
  service.seed({ Tickets: [] });
  for (const { row, ageMs } of rows.sort((a, b) => b.ageMs - a.ageMs)) {
    time.now = start - ageMs;
    service.seed({ Tickets: [row as SeedEntity] });
  }
  time.now = start;
  return [...storedRows(service.dump(), "Tickets")].map(([row, properties]) => ({
    row,
    at: start - 900,
    order: -1,
    exchange: undefined,
    etag: undefined,
    properties,
  }));
}

function keys(PartitionKey: string, RowKey: string) {
  return { PartitionKey, RowKey };
}

function buildEntry(id: string, state: string) {
  return { ...keys(`state!${state}`, `in!${project}!${id}`), kind: "ticket.byState", project, id, state };
}
