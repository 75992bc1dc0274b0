import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { soakCount } from "../soak/soak-count.js";
import { agreed, differences } from "./agreed-differences.js";
import { Play } from "./play.js";
import { azuriteServer, type Server, strictServer } from "./server.js";
import { sequences } from "./steps.js";

const count = soakCount(5_000);
const seed = Number(process.env["TABLEWRIGHT_AGREEMENT_SEED"] ?? 1);
const met = new Set<string>();

let strict: Server;
let azurite: Server;
let played = 0;
let steps = 0;

beforeAll(async () => {
  strict = strictServer();
  azurite = await azuriteServer();
});
afterAll(() => azurite.stop());

it(`the strict service and Azurite agree on ${count} sequences of requests, seed ${seed}`, async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      played += 1;
      const plays = [new Play(strict, `s${played}`), new Play(azurite, `s${played}`)] as const;
      try {
        for (const [at, step] of sequence.entries()) {
          const outcome = agreed(step, await plays[0].step(step), await plays[1].step(step));
          steps += 1;
          for (const what of outcome.met) met.add(what);
          expect(outcome.strict, `the strict service's outcome of step ${at}, and Azurite's`).toEqual(outcome.azurite);
        }
      } finally {
        for (const play of plays) await play.end();
      }
    }),
    { numRuns: count, seed },
  );
  expect([...met].sort(), "the listed differences, and those that there were").toEqual(
    differences.map(({ what }) => what).sort(),
  );
  process.stdout.write(`${count} sequences of ${(steps / count).toFixed(1)} steps on average\n`);
});
