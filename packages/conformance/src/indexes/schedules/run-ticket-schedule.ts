import type { TableService } from "@tablewright/testing";
import type { Exchange } from "../../schedules/world/exchange.js";
import { Journal, type Version } from "../../schedules/world/journal.js";
import type { Actor } from "../../schedules/world/scheduler.js";
import { startWorld } from "../../schedules/world/start-world.js";
import type { VirtualTime } from "../../schedules/world/virtual-time.js";
import { seededRandom } from "../../soak/random.js";
import type { Breakage } from "./broken-clients.js";
import { type CallResult, maxHoldMs, runClient, seedRows } from "./run-client.js";
import {
  drawTicketProgram,
  project,
  runTicketCall,
  type TicketCall,
  type TicketClient,
  type TicketProgram,
} from "./ticket-calls.js";

/** One run of a program (calls of several clients) under one schedule (the order and the faults of their requests). */
export interface TicketRun {
  readonly seed: number;
  readonly program: TicketProgram;
  readonly exchanges: readonly Exchange[];
  readonly results: readonly CallResult<TicketCall>[];
  readonly journal: Journal;
  readonly initial: readonly Version[];
}

/** Runs the schedule of a seed in virtual time. Call `time.install` first. */
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
  const results: CallResult<TicketCall>[] = [];
  const run = (client: TicketClient) => (actor: Actor) =>
    runClient(
      actor,
      client,
      { service, time, random: jitter, breakage: given.breakage, runCall: runTicketCall },
      results,
    );
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
  const inTable = rows.map((each) => ({ ...each, table: "Tickets" }));
  return seedRows(service, time, start, ["Tickets"], inTable);
}

function keys(PartitionKey: string, RowKey: string) {
  return { PartitionKey, RowKey };
}

function buildEntry(id: string, state: string) {
  return { ...keys(`state!${state}`, `in!${project}!${id}`), kind: "ticket.byState", project, id, state };
}
