import { expect, it } from "vitest";
import type { Delivery, Exchange } from "../../soak/exchange.js";
import type { Fault } from "../../soak/faults.js";
import type { Addition, AdditionResult } from "./hot-accounts.js";
import { exchangesByCall, judgeAdditions } from "./judge-additions.js";

const delivery = (isApplied: boolean): Delivery => ({
  order: 0,
  sentAt: 0,
  handledAt: 0,
  status: isApplied ? 204 : 412,
  isApplied,
  etags: [],
});

/** Returns a request of the call "a". The client receives the response to the last delivery. */
function exchange(applied: readonly boolean[], fault?: Fault, by = "a"): Exchange {
  const deliveries = applied.map(delivery);
  const body = Buffer.from(JSON.stringify({ n: 1, by }));
  return {
    call: "a",
    request: { method: "POST", url: "", body, headers: [] },
    fault,
    deliveries,
    seen: deliveries.at(-1),
  };
}

const addition = (told: AdditionResult, isOnce = false): Addition => ({ call: "a", isOnce, told });
const judge = (one: Addition, ...exchanges: Exchange[]) => judgeAdditions([one], exchangesByCall(exchanges));

it.each([
  ["ok", "applied once", [exchange([false]), exchange([true])]],
  ["failed", "not applied", [exchange([false])]],
  ["failed", "not applied, where its request wrote the text of another addition", [exchange([true], undefined, "b")]],
  ["unknown", "applied", [exchange([true], "reset after")]],
  ["unknown", "not applied", [exchange([false], "reset after")]],
] as const)("an addition told %s is right if it was %s", (told, _, exchanges) => {
  for (const isOnce of [false, true]) expect(judge(addition(told, isOnce), ...exchanges).findings).toEqual([]);
});

it.each([
  ["ok", "not applied", [exchange([false])]],
  ["ok", "applied twice", [exchange([true], "reset after"), exchange([true])]],
  ["failed", "applied", [exchange([true], "reset after")]],
  ["unknown", "applied twice", [exchange([true], "reset after"), exchange([true], "reset after")]],
] as const)("an addition told %s is false if it was %s", (told, _, exchanges) => {
  for (const isOnce of [false, true]) expect(judge(addition(told, isOnce), ...exchanges).findings).toHaveLength(1);
});

it.each(["ok", "failed"] as const)("a delivery that its client cannot know counts as doubled: %s", (told) => {
  const unseen = exchange([true, false], "duplicate, second");
  const exchanges = told === "ok" ? [unseen, exchange([true])] : [unseen];
  expect(judge(addition(told), ...exchanges)).toEqual({ applied: exchanges.length, findings: [], doubled: 1 });
  expect(judge(addition(told, true), ...exchanges).findings).toHaveLength(1);
});
