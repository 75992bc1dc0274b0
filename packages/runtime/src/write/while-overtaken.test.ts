import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { whileOvertaken } from "./while-overtaken.js";

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

const overtaken = new Error("overtaken");

/** Writes with these outcomes of the attempts to send: an error, or the result. */
async function write(outcomes: readonly (Error | string)[], attempts?: number) {
  let planned = 0;
  const call = whileOvertaken<string>({ random: () => 0.5 }, undefined, {
    entity: "Order",
    what: "A write of Order",
    attempts,
    async plan() {
      const outcome = outcomes[planned++] ?? overtaken;
      return async () => {
        if (typeof outcome === "string") return outcome;
        throw outcome;
      };
    },
    isOvertaken: (error) => error === overtaken,
  }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { result: await call, planned };
}

describe("a write that others overtake", () => {
  it("is planned anew until it succeeds", async () => {
    expect(await write([overtaken, overtaken, "written"])).toEqual({ result: "written", planned: 3 });
  });

  it("ends with any other error at once", async () => {
    const error = new Error("forbidden");
    expect(await write([overtaken, error, "written"])).toEqual({ result: error, planned: 2 });
  });

  it.each([
    [undefined, 100],
    [2, 2],
  ])("is given up after %s attempts, by default 100", async (attempts, expected) => {
    const { result, planned } = await write([], attempts);
    expect(planned).toBe(expected);
    expect(result).toMatchObject({
      code: "write.contended",
      entity: "Order",
      cause: overtaken,
      message: `A write of Order lost to other writers in all ${expected} attempts. Spread the writes over several rows.`,
    });
  });
});
