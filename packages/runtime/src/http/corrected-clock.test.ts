import { describe, expect, it } from "vitest";
import { buildPipeline, read, url, write } from "../test/account/build-pipeline.js";
import { countingCredential, errorResponse, stubResponse, stubTransport } from "../test/account/stub-transport.js";
import { versionHeader } from "../test/service-headers.js";
import { headerValue } from "./http-message.js";
import { createPipeline } from "./pipeline.js";

describe("the clock", () => {
  it("is corrected once from the Date of a 403, and stays so", async () => {
    const serverTime = Date.now() + 3_600_000;
    const date = new Date(serverTime).toUTCString();
    const { send, transport, retries } = buildPipeline(
      {},
      stubResponse(403, [...versionHeader, "Date", date]),
      stubResponse(200),
    );
    expect(await send(write)).toMatchObject({ status: 200, attempts: 2, ambiguousAttempts: undefined });
    expect(retries.map(({ delayMs }) => delayMs)).toEqual([0]);
    await send(read);
    for (const request of transport.requests.slice(1)) {
      const sent = Date.parse(headerValue(request.headers, "x-ms-date") ?? "");
      expect(Math.abs(sent - serverTime)).toBeLessThan(60_000);
    }
  });

  it("is corrected for all calls that were under way with the wrong one", async () => {
    const serverTime = Date.now() - 3_600_000;
    const date = new Date(serverTime).toUTCString();
    const { send, transport } = buildPipeline({}, ({ headers }) => {
      const sent = Date.parse(headerValue(headers, "x-ms-date") ?? "");
      return Math.abs(sent - serverTime) < 900_000
        ? stubResponse(200)
        : stubResponse(403, [...versionHeader, "Date", date]);
    });
    const responses = await Promise.all([send(read), send(write), send(read)]);
    expect(responses.map(({ status, attempts }) => [status, attempts])).toEqual([
      [200, 2],
      [200, 2],
      [200, 2],
    ]);
    await send(read);
    expect(transport.requests).toHaveLength(7);
  });

  it("is not corrected by the page of a proxy, which says nothing of the write", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const headers = ["Content-Type", "text/html", "Date", date];
    const { send, transport } = buildPipeline({}, stubResponse(403, headers, "<html></html>"), stubResponse(200));
    expect(await send(write)).toMatchObject({ status: 200, ambiguousAttempts: [expect.anything()] });
    for (const request of transport.requests) {
      const sent = Date.parse(headerValue(request.headers, "x-ms-date") ?? "");
      expect(Math.abs(sent - Date.now())).toBeLessThan(60_000);
    }
  });

  it.each([
    ["a 401", "shared-key", 401],
    ["the 403 of a signature that has its own times", "sas", 403],
  ] as const)("is not corrected by %s", async (_, kind, status) => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const transport = stubTransport(stubResponse(status, [...versionHeader, "Date", date]));
    const credential = { ...countingCredential(), kind };
    const pipeline = createPipeline(transport, { credential, url, kind: "storage" });
    expect((await pipeline({ method: "GET", url, headers: [], context: read })).status).toBe(status);
    expect([transport.requests.length, pipeline.clock.offsetMs]).toEqual([1, 0]);
  });

  it("is not the reason of a 403 whose Date agrees, or of a second one", async () => {
    const refusedAt = (date: string) => ({
      ...errorResponse(403),
      headers: ["x-ms-version", "2019-02-02", "Date", date],
    });
    const right = buildPipeline({}, refusedAt(new Date().toUTCString()));
    expect((await right.send(read)).status).toBe(403);
    expect(right.transport.requests).toHaveLength(1);
    const wrong = buildPipeline({}, refusedAt(new Date(Date.now() + 3_600_000).toUTCString()));
    expect((await wrong.send(read)).status).toBe(403);
    expect(wrong.transport.requests).toHaveLength(2);
    const dates = wrong.transport.requests.map(({ headers }) => Date.parse(headerValue(headers, "x-ms-date") ?? ""));
    expect((dates[1] ?? 0) - (dates[0] ?? 0)).toBeGreaterThan(3_500_000);
    await wrong.send(read);
    const [, , third] = wrong.transport.requests;
    const sent = Date.parse(headerValue(third?.headers ?? [], "x-ms-date") ?? "");
    expect(Math.abs(sent - Date.now()), "the correction did not help, and is undone").toBeLessThan(60_000);
    const none = buildPipeline({}, refusedAt("yesterday"));
    expect((await none.send(read)).status).toBe(403);
    expect(none.transport.requests).toHaveLength(1);
  });
});
