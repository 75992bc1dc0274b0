import { type ETag, SasCredential, TableServiceClient, type Transport } from "@tablewright/runtime";
import type { Values } from "../../key-shapes/compile-entities.js";
import { addOperation, type PreparedWrite, type Told, tell, tellBulk, tellError } from "../../pairs/call.js";
import type { DrawnEntity } from "../../pairs/drawn-entity.js";
import { seededRandom } from "../../soak/random.js";
import { timeoutMs } from "../run-schedule.js";
import type { Exchange } from "../world/exchange.js";
import type { Actor } from "../world/scheduler.js";
import { startWorld } from "../world/start-world.js";
import type { VirtualTime } from "../world/virtual-time.js";
import { drawMixed, type MixedCall, type MixedProgram, type MixedWrite, part, valuesOf } from "./mixed-call.js";

/** Write with the values that its client gave, and the result that the client received. `told` is undefined if the write was not sent. */
export interface ToldWrite extends MixedWrite {
  readonly given: Values;
  readonly told: Told | undefined;
}

/** Result of a call. */
export interface MixedResult {
  readonly client: number;
  readonly call: number;
  readonly writes: readonly ToldWrite[];
  readonly startedAt: number;
  readonly endedAt: number;
}

/** One run of a program under one schedule. */
export interface MixedRun {
  readonly seed: number;
  readonly program: MixedProgram;
  readonly initial: readonly Omit<ToldWrite, "told">[];
  readonly exchanges: readonly Exchange[];
  readonly results: readonly MixedResult[];
  readonly unhandled: readonly unknown[];
  /** Returns whether a client sends its writes with receipts. */
  isOnce(client: number): boolean;
  /** Client of the service without a network. */
  readonly plain: TableServiceClient;
}

const credential = new SasCredential("sv=2019-02-02&sig=none");
const staleETag = "W/\"datetime'2001-01-01T00%3A00%3A00.0000000Z'\"";

/** Time between the creation of the tables and the start of the clients, in milliseconds. The rows in the tables are younger. */
export const oldestMs = 4 * 3_600_000;

/**
 * Runs the schedule of a seed in virtual time: clients, most of them with receipts, write two entities. Call `time.install` first.
 * @param wrap changes the requests and responses of the clients with receipts, to break a rule
 */
export async function runMixed(
  time: VirtualTime,
  seed: number,
  entities: readonly DrawnEntity[],
  wrap: (send: Transport) => Transport = (send) => send,
): Promise<MixedRun> {
  const random = seededRandom(seed);
  const program = drawMixed(random, entities);
  const { drawn } = program;
  const once = program.clients.map(() => random() < 0.7);
  const world = startWorld(time, seed, random, { faultRates: [0, 0.1, 0.3, 0.5] });
  const { service, network, scheduler, start, jitter } = world;
  const transport: Transport = async (request) => service.deliver(request).response;
  const plain = new TableServiceClient(service.endpoint, credential, { transport, random: jitter });

  time.now = start - oldestMs;
  service.seed({ Things: [], Board: [] });
  const initial: Omit<ToldWrite, "told">[] = [];
  for (const { write, ageMs } of [...program.rows].sort((a, b) => b.ageMs - a.ageMs)) {
    time.now = start - ageMs;
    const given = valuesOf(drawn, { ...write, isTaken: false, choice: { write: "insert" } }, "first", undefined);
    await plain.entities(drawn.entity).insert(given as never);
    initial.push({ ...write, given });
  }
  time.now = start;

  const results: MixedResult[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", onUnhandled);
  const run = async (actor: Actor, calls: readonly MixedCall[]) => {
    const { index: client, transport } = actor;
    const isOnce = once[client] === true;
    const service = new TableServiceClient(world.service.endpoint, credential, {
      transport: isOnce ? wrap(transport) : transport,
      random: jitter,
      attemptTimeoutMs: 5_000,
      timeoutMs,
      exactly: isOnce ? "once" : undefined,
      retry: { maxAttempts: 4, baseDelayMs: 50, maxDelayMs: 800 },
    });
    for (const [call, writes] of calls.entries()) {
      actor.call = call;
      const startedAt = time.now;
      const told = await makeCall(service, drawn, writes, `${client}.${call}`);
      results.push({ client, call, writes: told, startedAt, endedAt: time.now });
    }
  };
  await scheduler.run(program.clients.map((calls) => (actor) => run(actor, calls)));
  process.off("unhandledRejection", onUnhandled);
  const { exchanges } = network;
  return { seed, program, initial, exchanges, results, unhandled, isOnce: (client) => once[client] === true, plain };
}

type Prepared = PreparedWrite & MixedWrite;

/** Reads the entities of a call as an application would, and then makes the call. */
async function makeCall(
  service: TableServiceClient,
  drawn: DrawnEntity,
  writes: MixedCall,
  own: string,
): Promise<readonly ToldWrite[]> {
  const prepared: Prepared[] = [];
  const client = service.entities(drawn.entity);
  try {
    for (const [index, write] of writes.entries()) {
      const key = { part, id: write.id };
      const read = (await client.get(key as never, { expired: true })) as (Values & { $etag: ETag }) | undefined;
      const given = valuesOf(drawn, write, `${own}.${index}`, read);
      const { condition } = write.choice;
      const ifMatch = condition === "*" ? "*" : condition === "stale" ? staleETag : (read?.$etag ?? staleETag);
      prepared.push({ ...write, given, key, read, ifMatch });
    }
  } catch (error) {
    tellError(error);
    return [];
  }
  const [first] = prepared as [Prepared];
  if (first.choice["way"] === "transaction") return transact(service, drawn, prepared);
  if (prepared.length > 1) {
    const told = await tellBulk(client, drawn, prepared);
    return prepared.map((write, index) => ({ ...write, told: told[index] }));
  }
  const { choice, key, given, ifMatch, read } = first;
  return [{ ...first, told: await tell(service, drawn, choice, key, given, ifMatch, read) }];
}

/** Sends writes in one transaction, without those that need an entity which does not exist. */
async function transact(
  service: TableServiceClient,
  drawn: DrawnEntity,
  prepared: readonly Prepared[],
): Promise<readonly ToldWrite[]> {
  const writes = prepared.filter(({ read, choice }) => read !== undefined || choice["condition"] === "none");
  if (writes.length === 0) return [];
  try {
    const results = await service.transaction(drawn.entity.partition(writes[0]?.key ?? {}), (tx) => {
      for (const write of writes) addOperation(tx, drawn, write);
    });
    return writes.map((write, index) => ({ ...write, told: { result: results[index]?.$etag } }));
  } catch (error) {
    return writes.map((write) => ({ ...write, told: tellError(error) }));
  }
}
