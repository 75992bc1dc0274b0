import { describe, expect, it } from "vitest";
import { buildPipeline, read, write } from "../test/account/build-pipeline.js";
import { errorResponse, stubResponse } from "../test/account/stub-transport.js";
import type { RequestContext } from "./http-message.js";

const attempt = { startedAt: expect.any(Number), endedAt: expect.any(Number) };

describe("a write whose attempts are ambiguous", () => {
  it("is told of each such attempt with its own beginning and end", async () => {
    const slow = () =>
      new Promise<ReturnType<typeof stubResponse>>((resolve) => setTimeout(() => resolve(stubResponse(503)), 20));
    const { send } = buildPipeline(
      { retry: { baseDelayMs: 30, maxDelayMs: 30 }, random: () => 0.99 },
      slow,
      errorResponse(429),
      slow,
      errorResponse(409),
    );
    const before = performance.now();
    const { ambiguousAttempts = [] } = await send(write);
    const times = ambiguousAttempts.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]);
    expect(times).toHaveLength(4);
    const [first = 0, firstEnd = 0, second = 0, secondEnd = 0] = times;
    expect(first).toBeGreaterThanOrEqual(before);
    // Timers may fire a millisecond early.
    expect(firstEnd - first).toBeGreaterThan(18);
    expect(second - firstEnd).toBeGreaterThan(50);
    expect(secondEnd - second).toBeGreaterThan(18);
    expect(secondEnd).toBeLessThanOrEqual(performance.now());
  });

  it("after an answer that cannot be used is repeated, reported and counted as a failure", async () => {
    const outcomeOf = ({ body }: { readonly body: Uint8Array }) => (body.length > 0 ? 200 : "unusable-response");
    const context: RequestContext = { ...write, outcomeOf };
    const { send, retries } = buildPipeline({}, stubResponse(200), stubResponse(200, [], "{}"));
    expect(await send(context)).toMatchObject({ status: 200, attempts: 2, ambiguousAttempts: [attempt] });
    expect(retries).toMatchObject([{ status: 200, failure: "unusable-response" }]);
    const never = buildPipeline({ retry: false }, stubResponse(200));
    expect(await never.send(context)).toMatchObject({ status: 200, ambiguousAttempts: [attempt] });
    expect(never.pipeline.metrics().failures).toBe(1);
    const reads = buildPipeline({}, stubResponse(200), stubResponse(200, [], "{}"));
    expect(await reads.send({ ...read, outcomeOf })).toMatchObject({ attempts: 2, ambiguousAttempts: undefined });
  });
});
