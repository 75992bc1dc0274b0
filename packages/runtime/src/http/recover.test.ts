import { describe, expect, it } from "vitest";
import { buildPipeline, read, write } from "../test/account/build-pipeline.js";
import { errorResponse, hang, networkError, type StubResponse, stubResponse } from "../test/account/stub-transport.js";
import type { RecoverOptions, Recovery, RequestContext } from "./http-message.js";
import type { PipelineOptions } from "./pipeline.js";

/** Sends a write that reads its row after an attempt without a usable response, and records what it is told. */
function recovering(result: Recovery, options: PipelineOptions, ...responses: readonly StubResponse[]) {
  const told: { lost: number; isLast: boolean; timeoutMs: number; signal: RecoverOptions["signal"] }[] = [];
  const context: RequestContext = {
    ...write,
    async recover(lost, { isLast, timeoutMs, signal }) {
      told.push({ lost: lost.length, isLast, timeoutMs, signal });
      return result;
    },
  };
  const { send, transport } = buildPipeline(options, ...responses);
  return { told, transport, send: (more = {}) => send(context, more) };
}

const twice = { retry: { maxAttempts: 2, baseDelayMs: 0 } };

describe("after an attempt without a usable response, a write", () => {
  it.each<[string, StubResponse]>([
    ["a lost connection", networkError("ECONNRESET")],
    ["a 500", errorResponse(500)],
    ["a 503 that the service did not send", stubResponse(503)],
    ["a proxy's page", stubResponse(403)],
  ])("reads its row: %s", async (_, first) => {
    const { told, send } = recovering("unknown", twice, first, errorResponse(409));
    expect(await send()).toMatchObject({ status: 409, attempts: 2 });
    expect(told).toMatchObject([{ lost: 1, isLast: false }]);
  });

  it.each<[string, StubResponse]>([
    ["a 503 of the service, which has too much to do", errorResponse(503)],
    ["a 429", errorResponse(429)],
    ["a refused connection", networkError("ECONNREFUSED")],
  ])("does not read its row: %s", async (_, first) => {
    const { told, send } = recovering("applied", twice, first, errorResponse(409));
    expect(await send()).toMatchObject({ status: 409, attempts: 2 });
    expect(told).toEqual([]);
  });

  it("is told whether another attempt follows, the time that is left, and the caller's signal", async () => {
    const { told, send } = recovering("unknown", { ...twice, timeoutMs: 60_000 }, networkError("ECONNRESET"));
    const { signal } = new AbortController();
    await expect(send({ signal })).rejects.toMatchObject({ code: "request.failed", attempts: 2 });
    expect(told).toMatchObject([
      { lost: 1, isLast: false, signal },
      { lost: 2, isLast: true, signal },
    ]);
    for (const { timeoutMs } of told) {
      expect(timeoutMs).toBeGreaterThan(0);
      expect(timeoutMs).toBeLessThan(60_000);
    }
  });

  it("has succeeded where its row shows that, and is not sent again", async () => {
    const { send, transport } = recovering("applied", twice, networkError("ECONNRESET"), errorResponse(409));
    const response = await send();
    expect(response).toMatchObject({ status: 204, headers: [], attempts: 1, ambiguousAttempts: [{}] });
    expect(response.body).toHaveLength(0);
    expect(transport.requests).toHaveLength(1);
  });

  it("does not read its row once the call is over", async () => {
    const late = recovering("applied", { timeoutMs: 15 }, hang);
    await expect(late.send()).rejects.toMatchObject({ code: "request.timeout", ambiguous: true });
    const aborted = recovering("applied", {}, hang);
    await expect(aborted.send({ signal: AbortSignal.timeout(5) })).rejects.toMatchObject({ ambiguous: true });
    expect([late.told, aborted.told]).toEqual([[], []]);
  });
});

describe("the attempts that may have been applied", () => {
  const ended = { startedAt: expect.any(Number), startedAtDate: expect.any(Number), endedAt: expect.any(Number) };
  const open = { ...ended, isOpen: true };

  it.each<[string, PipelineOptions, StubResponse, object]>([
    ["a lost connection", twice, networkError("ECONNRESET"), ended],
    ["the time limit of an attempt", { ...twice, attemptTimeoutMs: 10 }, hang, open],
  ])("are those that the service may still process: %s", async (_, options, first, attempt) => {
    expect(await buildPipeline(options, first, errorResponse(409)).send(write)).toMatchObject({ status: 409 });
    const { ambiguousAttempts } = await buildPipeline(options, first, errorResponse(409)).send(write);
    expect(ambiguousAttempts).toEqual([attempt]);
  });

  it("are still open where the caller or the time limit ended the call", async () => {
    const aborted = buildPipeline({}, hang).send(write, { signal: AbortSignal.timeout(5) });
    await expect(aborted).rejects.toMatchObject({ ambiguousAttempts: [open] });
    const late = buildPipeline({ timeoutMs: 10 }, hang).send(write);
    await expect(late).rejects.toMatchObject({ ambiguousAttempts: [open] });
    const ofRead = buildPipeline({ timeoutMs: 10 }, hang).send(read);
    await expect(ofRead).rejects.toMatchObject({ ambiguousAttempts: undefined });
  });

  it("are ruled out by a read of their row, unless the service may still process them", async () => {
    const options = { retry: { maxAttempts: 3, baseDelayMs: 0 }, attemptTimeoutMs: 10 };
    const { send } = recovering("ruled-out", options, networkError("ECONNRESET"), hang, errorResponse(409));
    const { ambiguousAttempts } = await send();
    expect(ambiguousAttempts).toEqual([{ ...ended, ruledOutAt: expect.any(Number) }, open]);
    const [{ endedAt = 0, ruledOutAt = 0 } = {}, second] = ambiguousAttempts ?? [];
    expect(endedAt).toBeLessThan(ruledOutAt);
    // The first read counts: later ones do not show when the attempt could no longer be applied.
    expect(ruledOutAt).toBeLessThan(second?.startedAt ?? 0);
  });
});
