import type { Parameters as Settings } from "fast-check";

const soak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

/** Returns the settings of a property test: `full` runs if `TABLEWRIGHT_SOAK` is set, else a twentieth; always the same cases. */
export function law(full: number): Settings<unknown> {
  return { numRuns: soak ? full : Math.ceil(full / 20), seed: 20_240_229 };
}
