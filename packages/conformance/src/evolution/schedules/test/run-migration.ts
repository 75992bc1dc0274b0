import {
  type HttpRequest,
  isTableError,
  SasCredential,
  TableServiceClient,
  type Transport,
} from "@tablewright/runtime";
import { partitionOf } from "@tablewright/runtime/codegen/v1";
import { createTableService, type TableService } from "@tablewright/testing";
import { migrateEntity } from "../../../../../cli/src/commands/migrate/migrate-entity.js";
import { MigrationCounts } from "../../../../../cli/src/commands/migrate/migration-counts.js";
import { Network } from "../../../schedules/world/network.js";
import { drawDateOffsets } from "../../../schedules/world/response-dates.js";
import { type Actor, Scheduler } from "../../../schedules/world/scheduler.js";
import type { VirtualTime } from "../../../schedules/world/virtual-time.js";
import { seededRandom } from "../../../soak/random.js";
import type { Breakage } from "../broken-migrations.js";
import { type Effect, Ledger } from "../ledger.js";
import { readWorld } from "../stored-notes.js";
import { type NoteSchema, type World, type WorldName, worldOf } from "./worlds.js";

const ids = ["a", "b"] as const;
const epoch = Date.UTC(2024, 4, 6, 10);

/** Outcome of one schedule. */
export interface MigrationRun {
  /** Observations that contradict the documentation of `migrate`. */
  readonly findings: readonly string[];
  readonly conflicts: number;
  readonly written: number;
}

export interface MigrationOptions {
  readonly breakage?: Breakage;
  /** True if programs of the current definition insert notes that they do not find, which makes pairs. */
  readonly hasInserts?: boolean;
}

/**
 * Runs programs of both definitions and one or two runs of `migrate`, which are killed at any request and started again, under the
 * schedule of a seed. Then runs `migrate` once more, alone.
 */
export async function runMigration(
  time: VirtualTime,
  seed: number,
  name: WorldName,
  { breakage, hasInserts = false }: MigrationOptions = {},
): Promise<MigrationRun> {
  const world = worldOf(name);
  const { earlier, later } = world;
  const random = seededRandom(seed);
  time.reset(epoch, seededRandom(seed ^ 0x5bd1e995));
  const service = createTableService({ authenticate: false, now: () => time.now });
  service.seed({ [earlier.table]: [], [later.table]: [], NoteByText: [], NoteById: [], Ids: [] });
  const direct = clientOf(service, (request) => service.deliver(request as HttpRequest).response as never, random);
  for (const id of ids) await direct.entities({ $schema: earlier }).insert({ id, log: "" });

  const faultRate = random() < 0.5 ? 0 : 0.15;
  const runs = random() < 0.6 ? 1 : 2;
  const kills = random() < 0.5 ? [] : [Math.floor(random() * 14), Math.floor(random() * 14)];
  const ledger = new Ledger(ids);
  const deliver = (request: HttpRequest) => {
    const { response } = service.deliver(request);
    if (request.method !== "GET") ledger.checkState(readWorld(service, world));
    return response;
  };
  const delayRate = [0, 0.2][seed % 2] ?? 0;
  const dateOffsets = drawDateOffsets(random);
  const copyRate = [0, 0, 0.2][seed % 3] ?? 0;
  const network = new Network({ time, random, deliver, faultRate, delayRate, copyRate, dateOffsets });
  const writers = [earlier, later, ...(random() < 0.5 ? [earlier, later] : [])].map(($schema) => (actor: Actor) => {
    const client = clientOf(service, actor.transport, random);
    const hasLost = () =>
      network.exchanges.some(
        ({ client, call, ended }) => client === actor.index && call === actor.call && ended !== "answered",
      );
    return write(actor, client, $schema, hasInserts && $schema === later, ledger, random, hasLost);
  });
  const migrations = Array.from({ length: runs }, () => async (actor: Actor) => {
    for (const kill of [...kills, undefined]) {
      const transport = killedAfter(breakage?.(actor.transport, service) ?? actor.transport, kill);
      const counts = await migrate(clientOf(service, transport, random), world).catch((error: unknown) => {
        if (!isTableError(error)) throw error;
      });
      if (!hasInserts && counts && counts.conflicts > 0)
        ledger.findings.push("a pair is reported although there is none");
    }
  });
  await new Scheduler(time, network, random).run([...writers, ...migrations]);
  await migrate(direct, world);
  const { conflicts, moved, rewritten, refused } = await migrate(direct, world);
  if (moved + rewritten > 0) ledger.findings.push("a second run finds something to do");
  for (const { reason } of refused) ledger.findings.push(reason);
  ledger.checkEnd(readWorld(service, world), conflicts);
  return { findings: ledger.findings, conflicts, written: ledger.written };
}

async function migrate(service: TableServiceClient, { history }: World): Promise<MigrationCounts> {
  const counts = new MigrationCounts();
  const { signal } = new AbortController();
  const options = { parallel: 1, dryRun: false, isOrdered: true, signal, onRows: () => undefined };
  await migrateEntity(service, history, options, counts);
  return counts;
}

function clientOf(service: TableService, transport: Transport, random: () => number): TableServiceClient {
  return new TableServiceClient(service.endpoint, new SasCredential("sv=2019-02-02&sig=none"), {
    transport,
    random,
    attemptTimeoutMs: 5_000,
    timeoutMs: 30_000,
    retry: { maxAttempts: 4, baseDelayMs: 50, maxDelayMs: 800 },
  });
}

/** Runs a program of one definition: appends to notes, and sometimes deletes one, or inserts one that it does not find. */
async function write(
  actor: Actor,
  client: TableServiceClient,
  $schema: NoteSchema,
  inserts: boolean,
  ledger: Ledger,
  random: () => number,
  hasLost: () => boolean,
): Promise<void> {
  const notes = client.entities({ $schema });
  const hasPart = $schema.rowParts.some((part) => typeof part !== "string" && part.field === "part");
  for (actor.call = 0; actor.call < 3; actor.call++) {
    const id = ids[Math.floor(random() * ids.length)] ?? "a";
    const key = hasPart ? { id, part: "x" } : { id };
    const token = `${actor.index}.${actor.call};`;
    const isDeletion = random() < 0.08;
    const way = random();
    const told = async (effect: Effect, call: () => Promise<unknown>) => {
      ledger.begin(id, effect, token);
      if ((await call()) === false) return;
      // A deletion whose response was lost counts as applied if the row is gone, also if the row was moved at that moment: a declared
      // assumption of every write without a receipt.
      if (effect !== "delete" || !hasLost()) ledger.succeed(id, effect, token);
    };
    try {
      const read = await notes.get(key);
      if (read === undefined) {
        if (inserts && way < 0.4) await told("insert", () => notes.insert({ id, log: token }));
        continue;
      }
      const log = read.log + token;
      const ifMatch = read.$etag;
      if (isDeletion) await told("delete", () => notes.delete(key, { ifMatch }));
      else if (way < 0.25) await told("append", () => notes.replace({ id, log }, { ifMatch }));
      else if (way < 0.5) await told("append", () => notes.merge(key, { log }, { ifMatch }));
      else if (way < 0.75) {
        const append = (note: { readonly log: string }) => ({ set: { log: note.log + token } });
        await told("append", () => notes.modify(key, append, { attempts: 3 }));
      } else {
        const condition = $schema.indexes === undefined ? { ifMatch } : { from: read };
        const partition = partitionOf($schema as never, key) as never;
        await told("append", () =>
          client.transaction(partition, (tx) => tx.merge({ $schema }, key, { log }, condition as never)),
        );
      }
    } catch (error) {
      if (!isTableError(error)) throw error;
    }
  }
}

function killedAfter(send: Transport, max: number | undefined): Transport {
  if (max === undefined) return send;
  let sent = 0;
  return async (request) => {
    if (sent++ < max) return send(request);
    throw Object.assign(new Error("The run was killed."), { code: "ECONNREFUSED" });
  };
}
