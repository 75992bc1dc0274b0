import { expect, it } from "vitest";
import { inVirtualTime } from "../schedules/explore/explore.js";
import { soakCount } from "../soak/soak-count.js";
import { type CountingProgram, countTogether } from "./mixed-programs.js";
import { buildProgram } from "./program.js";

const former = buildProgram("by: edm.string(), count: edm.int32(),");
const keeping = buildProgram('by: edm.string(), total: edm.int32({ formerly: ["count"], keepFormer: true }),', former);
const later = buildProgram('by: edm.string(), total: edm.int32({ formerly: ["count"] }),', former);
const steps: readonly (readonly [string, readonly CountingProgram[]])[] = [
  [
    "the former definition, and of the later one that keeps the former name",
    [
      { program: former, counter: "count" },
      { program: keeping, counter: "total" },
      { program: former, counter: "count" },
      { program: keeping, counter: "total" },
    ],
  ],
  [
    "the later definition, with the former name kept and without",
    [
      { program: keeping, counter: "total" },
      { program: later, counter: "total" },
      { program: keeping, counter: "total" },
      { program: later, counter: "total" },
    ],
  ],
];

it.each(steps)("programs of %s lose nothing of each other", async (_, programs) => {
  const schedules = soakCount(3_000);
  let additions = 0;
  await inVirtualTime(async (time) => {
    for (let seed = 0; seed < schedules; seed++) {
      const { added, unknown, unexpected, read, found } = await countTogether(time, seed, programs, seed % 2 ? 0.2 : 0);
      expect(unexpected, `seed ${seed}`).toEqual([]);
      for (const value of read) {
        expect(value, `seed ${seed}`).toBeGreaterThanOrEqual(added);
        expect(value, `seed ${seed}`).toBeLessThanOrEqual(added + unknown);
      }
      expect(new Set(read).size, `seed ${seed}`).toBe(1);
      expect(found, `seed ${seed}`).toEqual(programs.map(() => 1));
      additions += added;
    }
  });
  expect(additions).toBeGreaterThan(schedules * 4);
});
