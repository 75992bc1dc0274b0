import { describe, expect, it } from "vitest";
import type { RequestError } from "../errors/call-errors.js";
import { parseJson } from "../rest/read-response.js";
import type { StubResponse } from "../test/account/stub-transport.js";
import { countingCredential, hang, networkError, stubResponse, stubTransport } from "../test/account/stub-transport.js";
import { copyError } from "./call-failure.js";
import type { HttpRequest, RequestContext } from "./http-message.js";
import { createPipeline, type PipelineOptions } from "./pipeline.js";

const url = "https://a.table.core.windows.net";
const read: RequestContext = { operation: "getEntity", table: "Shop", readOnly: true };
const write: RequestContext = { operation: "insertEntity", table: "Shop", readOnly: false };
const secret = "c2VjcmV0c2VjcmV0";

/** Returns the error of a failed call. */
async function failure(
  given: StubResponse,
  options: PipelineOptions = {},
  context: RequestContext = read,
  more: Partial<HttpRequest> = {},
): Promise<RequestError> {
  const target = { credential: countingCredential(), url, kind: "storage" };
  const pipeline = createPipeline(stubTransport(given), target, { retry: false, ...options });
  return pipeline({ method: "GET", url, headers: [], context, ...more }).then(
    () => expect.fail("the call succeeded"),
    (error: RequestError) => error,
  );
}

describe("the cause of a call without an answer", () => {
  it.each(["ECONNRESET", "ECONNREFUSED", "CERT_HAS_EXPIRED", "E_ODD"])(
    "is the transport's error %s, as a copy",
    async (code) => {
      const original = Object.assign(networkError(code, "no way"), { name: "SocketError", socket: { secret } });
      const { cause, message } = await failure(original);
      expect(cause).not.toBe(original);
      expect(cause).toBeInstanceOf(Error);
      expect(cause).toMatchObject({ name: "SocketError", message: "no way", code, stack: original.stack });
      expect(Object.keys(cause as object).sort()).toEqual(["code", "name"]);
      expect(message).toBe(
        "getEntity on table Shop got no response from a.table.core.windows.net after 1 attempt: no way",
      );
    },
  );

  it("is redacted: message, stack, and the causes below", async () => {
    const below = new Error(`GET /Shop?sig=${secret}`);
    const { cause, message } = await failure(new Error(`Authorization: SharedKey a:${secret}`, { cause: below }));
    expect(cause).toMatchObject({
      message: "Authorization: SharedKey a:[redacted]",
      cause: { message: "GET /Shop?sig=[redacted]" },
    });
    const { stack, cause: next } = cause as Error;
    expect(`${message}${stack}${(next as Error).stack}`).not.toContain(secret);
  });

  it("is the time limit, where that ended the attempt or the call", async () => {
    const ofAttempt = await failure(hang, { attemptTimeoutMs: 5, timeoutMs: 60_000 });
    const ofCall = await failure(hang, { timeoutMs: 6 }, write);
    const cause = { name: "TimeoutError", message: "The time limit ran out." };
    expect(ofAttempt).toMatchObject({ code: "request.timeout", cause });
    expect(ofAttempt.message).toMatch(/ in \d+ ms and 1 attempt; the time limit of an attempt is 5 ms\.$/);
    expect(ofCall).toMatchObject({ code: "request.timeout", cause });
    expect(ofCall.message).toMatch(
      / in \d+ ms and 1 attempt; the time limit of the call is 6 ms\. The write may have been applied\.$/,
    );
  });

  it("is the caller's own reason as it is, where the caller ended it", async () => {
    const reason = { why: `sig=${secret}` };
    const error = await failure(hang, {}, write, { signal: AbortSignal.abort(reason) });
    expect(error).toMatchObject({ code: "request.aborted", attempts: 0 });
    expect(error.cause).toBe(reason);
    const controller = new AbortController();
    const call = failure(hang, {}, write, { signal: controller.signal });
    controller.abort(reason);
    expect((await call).cause).toBe(reason);
  });

  it("is the last attempt's", async () => {
    let attempts = 0;
    const fail = () => Promise.reject(networkError("ECONNRESET", `attempt ${++attempts}`));
    const error = await failure(fail, { retry: { maxAttempts: 3, baseDelayMs: 0 } });
    expect(error).toMatchObject({ attempts: 3, cause: { message: "attempt 3" } });
    expect(error.message).toContain("after 3 attempts: attempt 3");
  });
});

describe("the copy of a foreign error", () => {
  it("has the code for a message, where it has none of its own", () => {
    const error = Object.assign(new AggregateError([networkError("ECONNREFUSED")]), { code: "ECONNREFUSED" });
    expect(copyError(error)).toMatchObject({ name: "AggregateError", message: "ECONNREFUSED", code: "ECONNREFUSED" });
    expect(copyError(new Error(""))).toMatchObject({ message: "" });
  });

  it("leaves out a code that is no text, and a cause where there is none", () => {
    const copy = copyError(Object.assign(new Error("x"), { code: 7 }));
    expect(Object.keys(copy as object)).toEqual(["name"]);
    expect(copy).not.toHaveProperty("cause");
  });

  it("is a redacted text for a text, and nothing for anything else", () => {
    expect(copyError(`AccountKey=${secret};`)).toBe("AccountKey=[redacted];");
    for (const odd of [undefined, null, 7, { message: "x" }, Symbol("x")]) expect(copyError(odd)).toBeUndefined();
  });

  it("has at most four errors below each other, a bounded message and a bounded stack", () => {
    const chain = (length: number): Error => new Error(`${length}`, length === 1 ? {} : { cause: chain(length - 1) });
    let depth = 0;
    for (let at: unknown = copyError(chain(9)); at instanceof Error; at = at.cause) depth++;
    expect(depth).toBe(4);
    const long = Object.assign(new Error("x".repeat(9000)), { stack: "y".repeat(9000) });
    const { message, stack } = copyError(long) as Error;
    expect(message).toHaveLength(1001);
    expect(stack?.length).toBeLessThanOrEqual(8192);
  });
});

describe("the cause of an answer that cannot be read", () => {
  it("is the parser's error, as a redacted copy", () => {
    const page = `<a href="?sig=${secret}">`;
    const thrown = (() => {
      try {
        return parseJson(stubResponse(200, [], page), (text) => {
          throw new SyntaxError(`Unexpected token in ${text}`);
        });
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toMatchObject({
      code: "response.malformed",
      message: expect.stringContaining("status 200") as string,
      cause: { name: "SyntaxError", message: expect.stringContaining("sig=[redacted]") as string },
    });
    expect(`${thrown}${(thrown as Error).cause}`).not.toContain(secret);
  });

  it("is left out where the answer is JSON, but no object", () => {
    expect(() => parseJson(stubResponse(200, [], "5"))).toThrow(
      expect.objectContaining({ code: "response.malformed", cause: undefined }),
    );
  });
});
