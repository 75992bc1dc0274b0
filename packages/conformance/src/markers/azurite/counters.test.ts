import { expect, it } from "vitest";
import { Counter } from "../../../../generator/src/emit/golden/markers/expected/index.js";
import { faultClient } from "../../soak/fault-client.js";
import { MarkedLine } from "../../tables.gen/index.js";
import { behindFaults, counterKey, countInProcesses, lineKey } from "./counters.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

/** Writers of three processes, and calls of each writer. */
const [writers, calls] = isSoak ? [[11, 11, 10], 40] : [[2, 2, 2], 5];
const all = writers.reduce((sum, count) => sum + count, 0);
const total = all * calls;

/** Maximum share of calls with an unknown outcome, with 32 facts. */
const maxUnknown = 0.06;

it(`${all} writers of three processes: modify with a marker leaves at most 6% unknown`, async () => {
  await behindFaults(20_261_130, async (proxy, direct) => {
    const lines = direct.entities(MarkedLine);
    await lines.insert({ ...lineKey, sku: "counter", quantity: 0 });
    const { ok, unknown, refused, codes } = await countInProcesses(proxy.endpoint, "shared", writers, calls);
    await proxy.settle();
    const { quantity } = await lines.getOrThrow(lineKey);
    process.stdout.write(`marker: ${JSON.stringify({ total, ok, unknown, refused, counted: quantity, codes })}\n`);
    expect(ok + unknown + refused).toBe(total);
    expect(quantity).toBeGreaterThanOrEqual(ok);
    expect(quantity).toBeLessThanOrEqual(ok + unknown);
    expect(unknown / total).toBeLessThanOrEqual(maxUnknown);
  });
}, 1_800_000);

it(`${all} writers of three processes: modify of exclusive clients leaves nothing unknown`, async () => {
  await behindFaults(20_261_131, async (proxy, direct) => {
    const { ok, unknown, refused, codes } = await countInProcesses(proxy.endpoint, "exclusive", writers, calls);
    await proxy.settle();
    const { count } = await direct.entities(Counter).getOrThrow(counterKey);
    process.stdout.write(
      `exclusive: ${JSON.stringify({ total, ok, unknown, refused, counted: Number(count), codes })}\n`,
    );
    expect({ unknown, counted: Number(count) }).toEqual({ unknown: 0, counted: ok });
  });
}, 1_800_000);

const callers = 40;
const limit = 25n;
const seeds = isSoak ? [1, 2, 3, 4, 5] : [1];

it.each(seeds)(
  `a limiter of ${callers} calls at once admits as many as it counts, seed %i`,
  async (seed) => {
    await behindFaults(seed, async (proxy, direct) => {
      const service = faultClient(proxy.endpoint, { attemptTimeoutMs: 3000 });
      const counters = service.entities(Counter);
      const admit = async () => {
        let isAdmitted = true;
        const add = ({ count }: { readonly count: bigint }) => {
          isAdmitted = count < limit;
          return isAdmitted ? { set: { count: count + 1n } } : undefined;
        };
        await counters.modify(counterKey, add, { orInsert: { ...counterKey, count: 1n } });
        return isAdmitted;
      };
      const results = await Promise.allSettled(Array.from({ length: callers }, admit));
      await service.close();
      await proxy.settle();
      const admitted = results.filter((result) => result.status === "fulfilled" && result.value).length;
      const failed = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      const unknown = failed.filter(({ outcome }) => outcome === "unknown").length;
      const { count } = await direct.entities(Counter).getOrThrow(counterKey);
      process.stdout.write(
        `limiter, seed ${seed}: ${JSON.stringify({ admitted, counted: Number(count), failed: failed.length, unknown })}\n`,
      );
      expect({ unknown, admitted }).toEqual({ unknown: 0, admitted: Number(count) });
    });
  },
  600_000,
);
