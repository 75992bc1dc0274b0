import { afterAll, expect, vi } from "vitest";

const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/** Everything that a test may replace, and that the next test files of the same process would get. */
function replaceable(): Record<string, unknown> {
  const { env, emitWarning, exitCode, kill, stderr, stdout } = process;
  const { fetch, performance, setTimeout } = globalThis;
  return {
    ...env,
    Date: globalThis.Date,
    FinalizationRegistry: globalThis.FinalizationRegistry,
    "Math.random": Math.random,
    "performance.now": performance.now,
    "stderr.write": stderr.write,
    "stdout.write": stdout.write,
    emitWarning,
    exitCode,
    fetch,
    kill,
    setTimeout,
    ...Object.fromEntries(signals.map((signal) => [`listeners of ${signal}`, process.listenerCount(signal)])),
  };
}

const before = replaceable();

/** Fails a test file that leaves something replaced, and restores clocks, variables and globals for the next one. */
afterAll(() => {
  const after = replaceable();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const left = names.filter((name) => before[name] !== after[name]);
  const valuesIn = (all: Record<string, unknown>) => Object.fromEntries(left.map((name) => [name, all[name]]));
  const problem = "This test file must restore what it replaced: the next one runs in the same process.";
  expect(valuesIn(after), problem).toStrictEqual(valuesIn(before));
});
