import type { Parameters as Settings } from "fast-check";
import { vi } from "vitest";

const soak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
if (soak) vi.setConfig({ testTimeout: 1_800_000 });

/** Returns the settings of a property test: `full` runs if `TABLEWRIGHT_SOAK` is set, else a twentieth; always the same cases. */
export function law(full: number): Settings<unknown> {
  return { numRuns: soak ? full : Math.ceil(full / 20), seed: 20_240_229 };
}
