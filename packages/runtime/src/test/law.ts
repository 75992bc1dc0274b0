import type { Parameters as Settings } from "fast-check";
import { vi } from "vitest";

const soak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
if (soak) vi.setConfig({ testTimeout: 1_800_000 });

/** How a property is tried: `full` times when `TABLEWRIGHT_SOAK` is set, else a twentieth of it; the same cases each time. */
export function law(full: number): Settings<unknown> {
  return { numRuns: soak ? full : Math.ceil(full / 20), seed: 20_240_229 };
}
