import { TableServiceClient as Client, isTableError, type TableServiceClient } from "@tablewright/runtime";
import { reindex } from "@tablewright/runtime/reindex";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Ticket } from "../../../runtime/src/test/company/index.js";
import { type Azurite, startAzurite } from "../azurite.js";
import { faultClient } from "../soak/fault-client.js";
import { type FaultProxy, startFaultProxy } from "../soak/fault-proxy.js";
import { deliveryFaults, transportFaults } from "../soak/faults.js";
import { seededRandom } from "../soak/random.js";
import { soakCount } from "../soak/soak-count.js";
import { agreement } from "./agreement.js";
import { project, runTicketCall, type TicketCall } from "./schedules/ticket-calls.js";

const durationMs = soakCount(30_000);
const seed = 20_261_122;
const hour = 3_600_000;
const [writers, readers] = [16, 4];
const ids = Array.from({ length: 12 }, (_, index) => String(index + 1));
/** Tickets that keep their state in all writes. No query may miss one. */
const steady = Array.from({ length: 8 }, (_, index) => `steady-${index}`);

let azurite: Azurite;
let proxy: FaultProxy;
let faulty: TableServiceClient;
let direct: TableServiceClient;

beforeAll(async () => {
  azurite = await startAzurite();
  const faults = [...transportFaults, ...deliveryFaults];
  proxy = await startFaultProxy({ target: azurite.endpoint, seed, rate: 0.1, faults, maxDateOffsetMs: hour });
  faulty = faultClient(proxy.endpoint);
  direct = Client.fromConnectionString(azurite.connectionString);
  await direct.createTables([Ticket]);
  for (const id of steady)
    await direct.entities(Ticket).insert({ project, id, state: "steady", slug: `slug of ${id}` });
});

afterAll(async () => {
  await faulty.close();
  await direct.close();
  await proxy.stop();
  await azurite.stop();
});

it(`${writers} writers and ${readers} readers, a tenth of whose requests goes wrong and whose Dates are up to an hour off, leave indexes that reindex makes exact`, async () => {
  const tally = { writes: {} as Record<string, number>, queries: 0, failedReads: 0 };
  const wrong: string[] = [];
  const end = performance.now() + durationMs;
  await Promise.all([
    ...Array.from({ length: writers }, (_, index) => write(seededRandom(seed + index))),
    ...Array.from({ length: readers }, () => read()),
  ]);
  await proxy.settle();
  const before = await agreement(direct, Ticket, { project });
  expect(before.wrong.filter((row) => !row.startsWith("byState has"))).toEqual([]);
  const done = await inAnHour(() => reindex(direct, Ticket));
  const after = await agreement(direct, Ticket, { project });
  const report = {
    ...tally,
    requests: proxy.requests,
    clocks: proxy.clocks,
    faults: sum(proxy.injected.values()),
    stale: before.wrong.length,
    done,
    after,
  };
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  expect(wrong).toEqual([]);
  expect([...Object.keys(tally.writes), tally.queries > 0]).toEqual(expect.arrayContaining(["done", true]));
  expect(done).toMatchObject({ written: 0, deleted: before.wrong.length, taken: 0 });
  expect(after).toEqual({ entities: done.entities, entries: done.entities * 2, wrong: [] });

  async function write(random: () => number): Promise<void> {
    while (performance.now() < end) {
      const call = drawCall(random);
      const outcome = await runTicketCall(faulty, call).then(
        () => "done",
        (error: unknown) => (isTableError(error) ? error.code : `${call.op}: ${String(error)}`),
      );
      tally.writes[outcome] = (tally.writes[outcome] ?? 0) + 1;
      if (outcome.includes(": ")) wrong.push(outcome);
    }
  }

  async function read(): Promise<void> {
    const { byState, bySlug } = faulty.entities(Ticket);
    while (performance.now() < end) {
      try {
        for (const state of ["steady", "x", "y"]) {
          const found = await byState.query({ state }).toArray();
          const missed = state === "steady" ? steady.filter((id) => !found.some((ticket) => ticket.id === id)) : [];
          const strays = found.filter((ticket) => ticket.state !== state);
          if (missed.length + strays.length > 0)
            wrong.push(`${state} misses ${missed}, has ${strays.map(({ id }) => id)}`);
        }
        for (const id of steady) {
          const found = await bySlug.get({ project, slug: `slug of ${id}` });
          if (found?.id !== id) wrong.push(`the slug of ${id} is that of ${found?.id}`);
        }
        tally.queries += 3;
      } catch (error) {
        if (!isTableError(error)) throw error;
        tally.failedReads++;
      }
    }
  }
});

function drawCall(random: () => number): TicketCall {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const state = pick(["x", "y"]);
  const one = random();
  if (one < 0.15) {
    const id = pick(steady);
    const kept = { id, state: "steady", slug: `slug of ${id}` };
    return pick<TicketCall>([
      { op: "replace", ...kept },
      { op: "insertOrMerge", ...kept },
      { op: "note", id },
      { op: "merge", id, state: "steady" },
    ]);
  }
  if (one < 0.16) return { op: "reindex" };
  const id = pick(ids);
  const values = { id, state, slug: random() < 0.2 ? pick(["a", "b"]) : `slug ${id}` };
  return pick<TicketCall>([
    { op: "insert", ...values },
    { op: "insertOrReplace", ...values },
    { op: "insertOrMerge", ...values },
    { op: "replace", ...values },
    { op: "bulk", ...values },
    { op: "merge", id, state },
    { op: "modify", id, state },
    { op: "note", id },
    { op: "delete", id },
    { op: "bulkDelete", id },
    { op: "transaction", id, state, other: { id: `${id} other`, state, slug: `other of ${id}` } },
    { op: "exchange" },
  ]);
}

/** Sets the clock of this process, which is also that of Azurite, an hour ahead, so that no write is in progress any more. */
async function inAnHour<Result>(call: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hour, shouldAdvanceTime: true });
  try {
    return await call();
  } finally {
    vi.useRealTimers();
  }
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}
