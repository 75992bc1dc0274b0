import type { Parameters as Settings } from "fast-check";

const soak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

/** How a property is tried: `full` times when `TABLEWRIGHT_SOAK` is set, else a twentieth of it; the same cases each time. */
export function law(full: number): Settings<unknown> {
  return { numRuns: soak ? full : Math.ceil(full / 20), seed: 20_240_229 };
}
