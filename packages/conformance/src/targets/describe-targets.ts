import { afterAll, beforeAll, describe, expect, it } from "vitest";
import knownDifferences from "./known-differences.json" with { type: "json" };
import type { RunningTarget, Target } from "./target.js";

/** Tools to define a suite. `it` expects the failure of a test that `known-differences.json` lists. */
export interface TargetSuite {
  readonly target: Target;
  /** Returns the running target. Callable only inside tests and hooks, because the target starts after they are defined. */
  readonly running: () => RunningTarget;
  readonly it: (name: string, test: () => Promise<void> | void, timeoutMs?: number) => void;
}

/** Reasons for expected failures, by target, suite and test. */
type Differences = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

const differences: Differences = knownDifferences;

/**
 * Runs one suite against each target. Each target starts once. A test that `known-differences.json` lists fails if it passes, and so does
 * a listed name without a test.
 */
export function describeTargets(suite: string, targets: readonly Target[], define: (suite: TargetSuite) => void): void {
  describe.each(targets)(`${suite} on $name`, (target) => {
    const known = differences[target.name]?.[suite] ?? {};
    const unmet = new Set(Object.keys(known));
    let running: RunningTarget;

    beforeAll(async () => {
      running = await target.start();
    });

    define({
      target,
      running: () => running,
      it: (name, test, timeoutMs) => {
        if (unmet.delete(name)) it.fails(`${name} (differs: ${known[name]})`, test, timeoutMs);
        else it(name, test, timeoutMs);
      },
    });

    it("has no known difference without its test", () => expect([...unmet]).toEqual([]));

    afterAll(() => running.stop());
  });
}
