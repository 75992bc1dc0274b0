import {
  type HttpRequest,
  isTableError,
  limits,
  SasCredential,
  TableServiceClient,
  type Transport,
} from "@tablewright/runtime";
import { encodeIndexRows, reindex } from "@tablewright/runtime/reindex";
import { createTableService, type TableService } from "@tablewright/testing";
import { migrateEntity } from "../../../../../cli/src/commands/migrate/migrate-entity.js";
import { MigrationCounts } from "../../../../../cli/src/commands/migrate/migration-counts.js";
import { Network } from "../../../schedules/world/network.js";
import { drawDateOffsets } from "../../../schedules/world/response-dates.js";
import { type Actor, Scheduler } from "../../../schedules/world/scheduler.js";
import type { VirtualTime } from "../../../schedules/world/virtual-time.js";
import { seededRandom } from "../../../soak/random.js";
import type { Breakage } from "../broken-migrations.js";
import { Ledger, type StoredNote } from "../ledger.js";
import { type NoteSchema, type TwoDefinitions, twoDefinitions } from "./two-definitions.js";

const plain = twoDefinitions(false);
const together = twoDefinitions(false, true);
const indexed = twoDefinitions(true);
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
  readonly isIndexed?: boolean;
  /** True if a note keeps its partition. */
  readonly isTogether?: boolean;
}

/**
 * Runs programs of both definitions and one or two runs of `migrate`, which are killed at any request and started again, under the
 * schedule of a seed. Then runs `migrate` once more, alone.
 */
export async function runMigration(
  time: VirtualTime,
  seed: number,
  { breakage, isIndexed = false, isTogether = false }: MigrationOptions = {},
): Promise<MigrationRun> {
  const definitions = isTogether ? together : isIndexed ? indexed : plain;
  const { earlier, later } = definitions;
  const random = seededRandom(seed);
  time.reset(epoch, seededRandom(seed ^ 0x5bd1e995));
  const service = createTableService({ authenticate: false, now: () => time.now });
  service.seed({ Notes: [] });
  const direct = clientOf(service, (request) => service.deliver(request as HttpRequest).response as never, random);
  for (const id of ids) await direct.entities({ $schema: earlier }).insert({ id, log: "" });

  const faultRate = random() < 0.5 ? 0 : 0.15;
  const runs = random() < 0.75 ? 1 : 2;
  const kills = random() < 0.5 ? [] : [Math.floor(random() * 12), Math.floor(random() * 12)];
  const ledger = new Ledger(ids);
  const deliver = (request: HttpRequest) => {
    const { response } = service.deliver(request);
    if (request.method !== "GET") ledger.checkState(notesOf(service));
    return response;
  };
  const delayRate = [0, 0.2][seed % 2] ?? 0;
  const dateOffsets = drawDateOffsets(random);
  const copyRate = [0, 0, 0.2][seed % 3] ?? 0;
  const network = new Network({ time, random, deliver, faultRate, delayRate, copyRate, dateOffsets });
  const withoutOldRow = new Set<string>();
  const migrate = async (service: TableServiceClient) => {
    const counts = new MigrationCounts();
    await migrateNotes(service, definitions, counts).finally(() => {
      for (const { rowKey } of counts.oldRowMissingExamples) withoutOldRow.add(rowKey.replace("note!", ""));
    });
    return counts;
  };
  const writers = [earlier, later, ...(random() < 0.5 ? [earlier, later] : [])].map(
    ($schema) => (actor: Actor) =>
      write(actor, clientOf(service, actor.transport, random), $schema, $schema === earlier, ledger, random),
  );
  const migrations = Array.from({ length: runs }, () => async (actor: Actor) => {
    for (const kill of [...kills, undefined]) {
      const transport = killedAfter(breakage?.(actor.transport) ?? actor.transport, kill);
      await migrate(clientOf(service, transport, random)).catch((error: unknown) => {
        if (!isTableError(error)) throw error;
      });
    }
  });
  await new Scheduler(time, network, random).run([...writers, ...migrations]);
  const { conflicts } = await migrate(direct);
  const again = await migrate(direct);
  if (again.moved + again.rewritten > 0) ledger.findings.push("a second run finds something to do");
  // Only a single run that received all responses knows who deleted a row.
  const isUndisturbed =
    runs === 1 && kills.length === 0 && copyRate === 0 && network.exchanges.every(({ ended }) => ended === "answered");
  ledger.checkEnd(notesOf(service), { hasConflicts: conflicts > 0, isUndisturbed, withoutOldRow });
  if (isIndexed && conflicts === 0)
    ledger.findings.push(...(await wrongEntries(service, direct, later, isUndisturbed)));
  return { findings: ledger.findings, conflicts, written: ledger.written };
}

/**
 * Finds wrong index rows: rows that a note lacks, and rows without a note in the partition of the notes. If programs were killed or
 * responses lost, the latter can remain until `reindex` removes them.
 */
async function wrongEntries(
  service: TableService,
  direct: TableServiceClient,
  $schema: NoteSchema,
  isUndisturbed: boolean,
): Promise<string[]> {
  const { lacking, stale } = compareEntries(service, $schema);
  await reindex(direct, { $schema });
  const mended = compareEntries(service, $schema);
  return [...lacking, ...(isUndisturbed ? stale : []), ...mended.lacking, ...mended.stale];
}

/** Returns the index rows that notes must have, and the rows without a note in the partition of the notes. */
function compareEntries(service: TableService, $schema: NoteSchema) {
  const rows = service.dump()["Notes"] ?? [];
  const keyOf = (partitionKey: string, rowKey: string) => `${partitionKey}/${rowKey}`;
  const keysOf = (kind: string) =>
    rows.filter((row) => row["kind"] === kind).map(({ PartitionKey, RowKey }) => keyOf(PartitionKey, RowKey));
  const made = rows
    .filter(({ kind }) => kind === "note")
    .flatMap((row) => encodeIndexRows($schema as never, row as never, limits.storage))
    .map(({ partitionKey, rowKey }) => keyOf(partitionKey, rowKey));
  const local = keysOf("note.byLog");
  const stored = new Set([...local, ...keysOf("note.byText")]);
  return {
    lacking: made.filter((key) => !stored.has(key)).map((key) => `the index lacks ${key}`),
    stale: local.filter((key) => !made.includes(key)).map((key) => `the index has ${key}`),
  };
}

async function migrateNotes(
  service: TableServiceClient,
  { history }: TwoDefinitions,
  counts: MigrationCounts,
): Promise<void> {
  const { signal } = new AbortController();
  const options = { parallel: 1, dryRun: false, isOrdered: true, signal, onRows: () => undefined };
  await migrateEntity(service, history, options, counts);
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

/** Runs a program of one definition: appends to notes, and sometimes deletes one. */
async function write(
  actor: Actor,
  client: TableServiceClient,
  $schema: NoteSchema,
  isEarlier: boolean,
  ledger: Ledger,
  random: () => number,
): Promise<void> {
  const notes = client.entities({ $schema });
  for (actor.call = 0; actor.call < 3; actor.call++) {
    const id = ids[Math.floor(random() * ids.length)] ?? "a";
    const token = `${actor.index}.${actor.call};`;
    const isDeletion = random() < 0.08;
    const way = random();
    try {
      if (isDeletion) ledger.begin(id, undefined, isEarlier);
      const read = await notes.get({ id });
      if (read === undefined) continue;
      if (isDeletion) {
        if (await notes.delete({ id }, { ifMatch: read.$etag })) ledger.succeed(id, undefined, isEarlier);
        continue;
      }
      ledger.begin(id, token, isEarlier);
      const log = read.log + token;
      if (way < 0.3) await notes.replace({ id, log }, { ifMatch: read.$etag });
      else if (way < 0.6) await notes.merge({ id }, { log }, { ifMatch: read.$etag });
      else await notes.modify({ id }, (note) => ({ set: { log: note.log + token } }), { attempts: 3 });
      ledger.succeed(id, token, isEarlier);
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

function notesOf(service: TableService): StoredNote[] {
  return (service.dump()["Notes"] ?? [])
    .filter(({ kind }) => kind === "note")
    .map((row) => ({
      id: String(row["id"]),
      log: String(row["log"]),
      isMoved: row.PartitionKey !== "notes" || row.RowKey.startsWith("moved!"),
      isMarked: "TablewrightMove" in row,
    }));
}
