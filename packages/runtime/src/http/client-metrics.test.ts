import { describe, expect, it } from "vitest";
import { ClientMetrics, latencyBoundsMs } from "./telemetry.js";

describe("the metrics of a client", () => {
  it("count attempts with their bytes, and those that were throttled", () => {
    const metrics = new ClientMetrics();
    for (const status of [200, 429, 503, 500, undefined]) metrics.attempt(10, 100, status);
    expect(metrics.snapshot()).toMatchObject({ attempts: 5, throttles: 2, requestBytes: 50, responseBytes: 500 });
    expect(metrics.snapshot()).toMatchObject({ requests: 0, failures: 0, latencyTotalMs: 0 });
  });

  it("count calls, and sort their times into buckets, each bound in its own", () => {
    const bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000];
    expect(latencyBoundsMs).toEqual(bounds);
    const metrics = new ClientMetrics();
    for (const [index, bound] of bounds.entries()) metrics.call(bound, index === 0);
    expect(metrics.snapshot()).toMatchObject({ requests: 14, failures: 1, latencyTotalMs: 48_888 });
    expect(metrics.snapshot().latency).toEqual([...bounds.map(() => 1), 0]);
    metrics.call(30_000.1, false);
    metrics.call(0, false);
    expect(metrics.snapshot().latency).toEqual([2, ...bounds.slice(1).map(() => 1), 1]);
  });

  it("are given as they are then", () => {
    const metrics = new ClientMetrics();
    const before = metrics.snapshot();
    metrics.call(1, true);
    expect(before).toMatchObject({ requests: 0, latency: Array(15).fill(0) as number[] });
  });
});
