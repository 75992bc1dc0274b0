import type { InitialRow, Program } from "./call-spec.js";
import { Draw } from "./draw.js";
import { type Mix, mixes } from "./mixes.js";

const kinds = Object.entries(mixes) as [[string, Mix]];

/** Ages on both sides of the 15 minutes after which a row is considered older than a call, in milliseconds. */
const ages = [900, 300, 5_000, 45_000, 840_000, 1_200_000, 2_400_000, 3_600_000, 3_600_000, 10_800_000] as const;

/** Draws two to four clients of two to four calls each, of one mix, and some rows that exist before them. */
export function drawProgram(random: () => number): Program {
  const draw = new Draw(random, false, 0, 0);
  const [mix, nextCall] = draw.pick(...kinds);
  const isShared = draw.chance(0.25);
  const rows: InitialRow[] = ["A1", "A2", "A3", "B1"]
    .filter(() => draw.chance(0.5))
    .map((row) => ({ row, ageMs: draw.pick(...ages) }));
  const clients = Array.from({ length: draw.pick(2, 2, 2, 2, 3, 4) }, (_, client) =>
    Array.from({ length: draw.pick(2, 2, 2, 3, 4) }, (_, call) => nextCall(new Draw(random, isShared, client, call))),
  );
  return { mix: isShared ? `${mix}, shared contents` : mix, rows, clients };
}
