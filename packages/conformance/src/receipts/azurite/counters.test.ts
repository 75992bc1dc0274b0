import { expect, it } from "vitest";
import { Counter } from "../../../../generator/src/emit/golden/club/expected/index.js";
import { faultClient } from "../../soak/fault-client.js";
import { behindFaults, counterKey, countInProcesses } from "./counters.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

/** Writers of three processes, and calls of each writer. */
const [writers, calls] = isSoak ? [[11, 11, 10], 800] : [[2, 2, 2], 5];
const all = writers.reduce((sum, count) => sum + count, 0);
const total = all * calls;

it(`${all} writers of three processes: modify with exactly: "once" leaves nothing unknown`, async () => {
  await behindFaults(20_261_131, async (proxy, direct) => {
    const { ok, unknown, refused, codes } = await countInProcesses(proxy.endpoint, writers, calls);
    await proxy.settle();
    const { count } = await direct.entities(Counter).getOrThrow(counterKey);
    process.stdout.write(
      `counter: ${JSON.stringify({ total, ok, unknown, refused, counted: Number(count), codes })}\n`,
    );
    expect({ unknown, counted: Number(count) }).toEqual({ unknown: 0, counted: ok });
  });
});

const callers = 40;
const limit = 25n;
const seeds = isSoak ? [1, 2, 3, 4, 5] : [1];

it.each(seeds)(
  `a limiter of ${callers} calls at once admits as many as it counts, seed %i`,
  async (seed) => {
    await behindFaults(seed, async (proxy, direct) => {
      const service = faultClient(proxy.endpoint, { attemptTimeoutMs: 3000 });
      const counters = service.entities(Counter, { exactly: "once" });
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
