import type { Transport } from "@tablewright/runtime";
import { Profile } from "../../../../runtime/src/test/profiles/index.js";
import type { Exchange } from "../../schedules/world/exchange.js";
import { Journal, type Version } from "../../schedules/world/journal.js";
import { startWorld } from "../../schedules/world/start-world.js";
import type { VirtualTime } from "../../schedules/world/virtual-time.js";
import { seededRandom } from "../../soak/random.js";
import { drawProfileProgram, type ProfileCall, type ProfileProgram, runProfileCall } from "./profile-calls.js";
import { type CallResult, maxHoldMs, runClient, type SeededRow, seedRows } from "./run-client.js";

/** One run of a program (calls of several clients) under one schedule (the order and the faults of their requests). */
export interface ProfileRun {
  readonly seed: number;
  readonly program: ProfileProgram;
  readonly exchanges: readonly Exchange[];
  readonly results: readonly CallResult<ProfileCall>[];
  readonly journal: Journal;
  readonly initial: readonly Version[];
}

/** Runs the schedule of a seed in virtual time. Call `time.install` first. */
export async function runProfileSchedule(
  time: VirtualTime,
  seed: number,
  breakage?: (send: Transport) => Transport,
): Promise<ProfileRun> {
  const random = seededRandom(seed);
  const program = drawProfileProgram(random);
  const world = startWorld(time, seed, random, { faultRates: [0, 0, 0.1, 0.3], maxHoldMs });
  const { service, network, scheduler, start, jitter } = world;
  const initial = seedRows(service, time, start, ["Profiles", "Moods"], rowsOf(program));
  const results: CallResult<ProfileCall>[] = [];
  const each = { service, time, random: jitter, breakage, runCall: runProfileCall };
  await scheduler.run(program.clients.map((client) => (actor) => runClient(actor, client, each, results)));
  const { exchanges } = network;
  return { seed, program, exchanges, results, journal: new Journal(initial, exchanges), initial };
}

/** Returns the rows of a program's profiles and of their indexes. */
function rowsOf({ profiles, stale }: ProfileProgram): SeededRow[] {
  const [byHandle] = Profile.$schema.indexes ?? [];
  const own = profiles.flatMap(({ team, who, values, ageMs }) => {
    const all = { team, who, ...values };
    const indexes = (Profile.$schema.indexes ?? []).filter(
      ({ sparse }) => sparse?.every((name) => (all as Record<string, unknown>)[name] !== undefined) ?? true,
    );
    return [Profile.$schema, ...indexes.map(({ entry }) => entry)].map((schema) => seeded(schema, all, ageMs));
  });
  const left = stale.map(({ ageMs, ...values }) =>
    seeded((byHandle as NonNullable<typeof byHandle>).entry, values, ageMs),
  );
  return [...own, ...left];
}

type AnySchema = Pick<typeof Profile.$schema, "table" | "kind" | "properties"> & {
  partitionKey(values: object): string;
  rowKey(values: object): string;
};

function seeded(schema: unknown, values: object, ageMs: number): SeededRow {
  const { table, kind, properties, partitionKey, rowKey } = schema as AnySchema;
  const held = Object.entries(values).filter(([name]) => name in properties);
  const keys = { PartitionKey: partitionKey(values), RowKey: rowKey(values) };
  return { table, ageMs, row: { ...keys, kind, ...Object.fromEntries(held) } };
}
