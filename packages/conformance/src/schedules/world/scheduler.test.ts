import nodeCrypto from "node:crypto";
import { expect, it } from "vitest";
import { inVirtualTime } from "../explore/explore.js";
import { formatRun } from "../explore/format-run.js";
import { runSchedule, type ScheduleRun } from "../run-schedule.js";

const seeds = Array.from({ length: 100 }, (_, seed) => seed);

/** Formats all events of a schedule, byte for byte. */
function traceOf(run: ScheduleRun): string {
  const requests = run.exchanges.map(({ request: { method, url, headers, body }, deliveries }) => {
    const sent = body === undefined || typeof body === "string" ? body : Buffer.from(body).toString();
    const received = deliveries.map(({ response }) => Buffer.from(response.body).toString());
    return { method, url, headers, body: sent, received };
  });
  return `${formatRun(run)}\n${JSON.stringify({ requests, stored: [...run.stored] })}`;
}

it("the same seed makes the same steps, byte for byte, whatever ran before", async () => {
  const [once, again] = await inVirtualTime(async (time) => {
    const first: string[] = [];
    for (const seed of seeds) first.push(traceOf(await runSchedule(time, seed)));
    const second: string[] = [];
    for (const seed of seeds.toReversed()) second.unshift(traceOf(await runSchedule(time, seed)));
    return [first, second];
  });
  expect(again).toEqual(once);
  expect(new Set(once).size).toBe(seeds.length);
});

it("two to four clients have requests answered, refused, hidden, given up, and applied after that", async () => {
  const seen = await inVirtualTime(async (time) => {
    const all = new Set<string | number | undefined>();
    for (const seed of seeds) {
      const { program, exchanges } = await runSchedule(time, seed);
      all.add(program.clients.length);
      for (const { ended, fate } of exchanges) all.add(ended).add(fate);
    }
    return [...all];
  });
  const late = "given up, delivered late";
  expect(seen).toEqual(expect.arrayContaining([2, 3, 4, "answered", "refused", "hidden", "gave up", late]));
});

it("leaves the clocks and timers of the process as they were", async () => {
  const before = [globalThis.setTimeout, Date.now, Math.random, performance.now, nodeCrypto.randomUUID];
  await inVirtualTime((time) => runSchedule(time, 1));
  expect([globalThis.setTimeout, Date.now, Math.random, performance.now, nodeCrypto.randomUUID]).toEqual(before);
});
