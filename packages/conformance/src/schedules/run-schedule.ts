import { SasCredential, TableServiceClient } from "@tablewright/runtime";
import type { SeedEntity, TableService } from "@tablewright/testing";
import { seededRandom } from "../soak/random.js";
import type { Breakage } from "./broken/broken-clients.js";
import type { CallResult, CallSpec, Program } from "./calls/call-spec.js";
import { OrderLineClient, storedName } from "./calls/order-line-client.js";
import { drawProgram } from "./calls/programs.js";
import type { Exchange } from "./world/exchange.js";
import { Journal, storedETag, storedRows, type Version } from "./world/journal.js";
import type { Properties } from "./world/parse-writes.js";
import type { DateOffsets } from "./world/response-dates.js";
import type { Actor } from "./world/scheduler.js";
import type { ClockDifference } from "./world/service-clock.js";
import { startWorld } from "./world/start-world.js";
import type { VirtualTime } from "./world/virtual-time.js";

/** One run of a program (calls of several clients) under one schedule (the order and the faults of their requests). */
export interface ScheduleRun {
  readonly seed: number;
  readonly program: Program;
  readonly exchanges: readonly Exchange[];
  readonly results: readonly CallResult[];
  /** Names of calls that never settled, as `client.call`. */
  readonly unsettled: readonly string[];
  readonly clock: ClockDifference;
  /** Errors of the `Date` of responses, by client. */
  readonly dateOffsets: DateOffsets;
  /** Rejected promises that nothing awaits. */
  readonly unhandled: readonly unknown[];
  readonly journal: Journal;
  /** Final contents of the service. */
  readonly stored: ReadonlyMap<string, Properties>;
}

/** Inputs that replace those of the seed. */
export interface Given {
  readonly program?: Program;
  /** Fates of requests, by number: the name of a fate, or `answered`. */
  readonly script?: ReadonlyMap<number, string>;
  /** Rule that clients break. */
  readonly breakage?: Pick<Breakage, "wrap"> | undefined;
}

/** Age of the table when the clients begin, in milliseconds: older than all of its rows. */
const oldestMs = 4 * 3_600_000;

/** Time limit of a request with all its attempts, in milliseconds. */
export const timeoutMs = 30_000;

const credential = new SasCredential("sv=2019-02-02&sig=none");

/** Runs the schedule of a seed in virtual time. Call `time.install` first. */
export async function runSchedule(time: VirtualTime, seed: number, given: Given = {}): Promise<ScheduleRun> {
  const random = seededRandom(seed);
  const drawn = drawProgram(random);
  const program = given.program ?? drawn;
  const world = startWorld(time, seed, random, { faultRates: [0, 0.1, 0.3, 0.5], script: given.script });
  const { service, network, scheduler, start, clock, dateOffsets, jitter } = world;
  const initial = seedRows(service, time, program, start);
  const results: CallResult[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", onUnhandled);
  await scheduler.run(
    program.clients.map((calls) => (actor) => runCalls(actor, calls, service, time, jitter, results, given)),
  );
  process.off("unhandledRejection", onUnhandled);
  const { exchanges } = network;
  const journal = new Journal(initial, exchanges);
  const settled = new Set(results.map(({ client, call }) => `${client}.${call}`));
  const unsettled = program.clients
    .flatMap((calls, client) => calls.map((_, call) => `${client}.${call}`))
    .filter((id) => !settled.has(id));
  return {
    seed,
    program,
    exchanges,
    results,
    unsettled,
    unhandled,
    clock,
    dateOffsets,
    journal,
    stored: storedRows(service.dump(), "Shop"),
  };
}

async function runCalls(
  actor: Actor,
  calls: readonly CallSpec[],
  service: TableService,
  time: VirtualTime,
  random: () => number,
  results: CallResult[],
  { breakage }: Given,
): Promise<void> {
  const client = new TableServiceClient(service.endpoint, credential, {
    transport: breakage?.wrap(actor.transport) ?? actor.transport,
    random,
    attemptTimeoutMs: 5_000,
    timeoutMs,
    retry: { maxAttempts: 4, baseDelayMs: 50, maxDelayMs: 800 },
  });
  const lines = new OrderLineClient(client);
  for (const [call, spec] of calls.entries()) {
    actor.call = call;
    const startedAt = time.now;
    const settled = await lines.run(spec).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    results.push({ client: actor.index, call, spec, startedAt, endedAt: time.now, settled });
  }
}

/** Stores the program's rows in the service, with the given ages. */
function seedRows(service: TableService, time: VirtualTime, { rows }: Program, start: number): Version[] {
  time.now = start - oldestMs;
  service.seed({ Shop: [] });
  for (const { row, ageMs } of [...rows].sort((a, b) => b.ageMs - a.ageMs)) {
    time.now = start - ageMs;
    const [PartitionKey = "", RowKey = ""] = storedName(row).split("/");
    const line = { customerId: row[0], orderNo: 1, lineNo: Number(row.slice(1)), sku: "first", quantity: 1 };
    service.seed({ Shop: [{ PartitionKey, RowKey, kind: "line", ...line } as SeedEntity] });
  }
  time.now = start;
  const ages = new Map(rows.map(({ row, ageMs }) => [storedName(row), ageMs]));
  const { Shop = [] } = service.dump();
  const etags = new Map(Shop.map((row) => [`${row.PartitionKey}/${row.RowKey}`, storedETag(row)]));
  return [...storedRows(service.dump(), "Shop")].map(([row, properties]) => ({
    row,
    at: start - (ages.get(row) ?? oldestMs),
    order: -1,
    exchange: undefined,
    etag: etags.get(row),
    properties,
  }));
}
