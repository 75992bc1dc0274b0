import { describe, expect, it } from "vitest";
import {
  countingCredential,
  refusal,
  type StubResponse,
  stubResponse,
  stubTransport,
} from "../test/account/stub-transport.js";
import type { RequestContext } from "./http-message.js";
import { createPipeline, type PipelineOptions } from "./pipeline.js";
import type { RetryEvent } from "./telemetry/client-events.js";

const url = "https://a.table.core.windows.net";
const read: RequestContext = { operation: "getEntity", table: "Shop", readOnly: true };
const write: RequestContext = { operation: "insertEntity", table: "Shop", readOnly: false };
const attempt = { startedAt: expect.any(Number), endedAt: expect.any(Number) };

function build(options: PipelineOptions, ...responses: readonly StubResponse[]) {
  const retries: RetryEvent[] = [];
  const events = { onRetry: (event: RetryEvent) => retries.push(event) };
  const target = { credential: countingCredential(), url, kind: "storage" };
  const pipeline = createPipeline(stubTransport(...responses), target, {
    retry: { baseDelayMs: 0 },
    events,
    ...options,
  });
  const send = (context: RequestContext) => pipeline({ method: "POST", url: `${url}/Shop`, headers: [], context });
  return { pipeline, retries, send };
}

describe("a write whose attempts are ambiguous", () => {
  it("is told of each such attempt with its own beginning and end", async () => {
    const slow = () =>
      new Promise<ReturnType<typeof stubResponse>>((resolve) => setTimeout(() => resolve(stubResponse(503)), 20));
    const { send } = build(
      { retry: { baseDelayMs: 30, maxDelayMs: 30 }, random: () => 0.99 },
      slow,
      refusal(429),
      slow,
      refusal(409),
    );
    const before = performance.now();
    const { ambiguousAttempts = [] } = await send(write);
    const times = ambiguousAttempts.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]);
    expect(times).toHaveLength(4);
    const [first = 0, firstEnd = 0, second = 0, secondEnd = 0] = times;
    expect(first).toBeGreaterThanOrEqual(before);
    // Timers may be early by a millisecond.
    expect(firstEnd - first).toBeGreaterThan(18);
    expect(second - firstEnd).toBeGreaterThan(50);
    expect(secondEnd - second).toBeGreaterThan(18);
    expect(secondEnd).toBeLessThanOrEqual(performance.now());
  });

  it("after an answer that cannot be used is repeated, reported and counted as a failure", async () => {
    const outcomeOf = ({ body }: { readonly body: Uint8Array }) => (body.length > 0 ? 200 : "unusable-response");
    const context: RequestContext = { ...write, outcomeOf };
    const { send, retries } = build({}, stubResponse(200), stubResponse(200, [], "{}"));
    expect(await send(context)).toMatchObject({ status: 200, attempts: 2, ambiguousAttempts: [attempt] });
    expect(retries).toMatchObject([{ status: 200, failure: "unusable-response" }]);
    const never = build({ retry: false }, stubResponse(200));
    expect(await never.send(context)).toMatchObject({ status: 200, ambiguousAttempts: [attempt] });
    expect(never.pipeline.metrics().failures).toBe(1);
    const reads = build({}, stubResponse(200));
    expect(await reads.send({ ...read, outcomeOf })).not.toHaveProperty("ambiguousAttempts");
  });
});
