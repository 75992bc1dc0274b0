import { describe, expect, it } from "vitest";
import { buildPipeline, read, write } from "../test/account/build-pipeline.js";
import { errorResponse, networkError, stubResponse } from "../test/account/stub-transport.js";
import type { HttpResponse, RequestContext } from "./http-message.js";

const page = stubResponse(404, ["Content-Type", "text/html"], "<html>Not found</html>");
const empty = stubResponse(200, ["Content-Type", "text/html"], "<html>Sign in</html>");
/** Returns the outcome of a response as an operation does that accepts only JSON. */
const outcomeOf = ({ status, body }: HttpResponse) =>
  status >= 400 || Buffer.from(body).toString().startsWith("{") ? status : "unusable-response";
const judged: RequestContext = { ...read, outcomeOf };
const ok = stubResponse(200, [], "{}");

describe("a read", () => {
  it.each([
    ["a page with status 200", empty],
    ["a page with status 404", page],
    ["a bare 403", stubResponse(403)],
    ["a redirect", stubResponse(307, ["Location", "https://portal.example/"])],
  ])("is tried again after %s, which is reported, and never ambiguous", async (_, unusable) => {
    const { send, retries } = buildPipeline({}, unusable, ok);
    expect(await send(judged)).toMatchObject({ status: 200, attempts: 2, ambiguousAttempts: undefined });
    expect(retries).toMatchObject([{ status: unusable.status, failure: "unusable-response" }]);
  });

  it("ends with the last response where attempts run out, or with the loss of the last connection", async () => {
    const retry = { maxAttempts: 3, baseDelayMs: 0 };
    expect(await buildPipeline({ retry }, empty).send(judged)).toMatchObject({ status: 200, attempts: 3 });
    const lost = buildPipeline({ retry }, empty, empty, networkError("ECONNRESET"));
    await expect(lost.send(judged)).rejects.toMatchObject({ code: "request.failed", attempts: 3, ambiguous: false });
  });

  it("waits between attempts as after a lost connection, and as long as a page asks", async () => {
    const options = { retry: { baseDelayMs: 8, maxDelayMs: 100 }, random: () => 0.5 };
    const { send, retries } = buildPipeline(options, empty, stubResponse(200, ["Retry-After", "0.02"]), ok);
    await send(judged);
    expect(retries.map(({ delayMs }) => delayMs)).toEqual([4, 20]);
  });

  it("goes to the other host with primary-then-secondary", async () => {
    const { send, transport } = buildPipeline({ readFrom: "primary-then-secondary" }, empty, ok);
    expect(await send(judged)).toMatchObject({ status: 200, attempts: 2 });
    expect(transport.requests.map(({ url }) => new URL(url).host.includes("secondary"))).toEqual([false, true]);
  });

  it("is not tried again after a refusal of the service, with or without a body", async () => {
    for (const status of [400, 403, 404]) {
      const { send, transport } = buildPipeline({}, errorResponse(status));
      expect((await send(judged)).status).toBe(status);
      expect(transport.requests).toHaveLength(1);
    }
  });

  it("has its refusal judged, and a write has not: what that means depends on all attempts", async () => {
    const seen: number[] = [];
    const context = { outcomeOf: ({ status }: HttpResponse) => seen.push(status) && status };
    await buildPipeline({}, errorResponse(404)).send({ ...read, ...context });
    await buildPipeline({}, errorResponse(409)).send({ ...write, ...context });
    expect(seen).toEqual([404]);
  });
});
