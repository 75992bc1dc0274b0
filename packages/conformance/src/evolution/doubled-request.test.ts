import type { HttpRequest, Transport } from "@tablewright/runtime";
import { expect, it } from "vitest";
import { MovedOrders, order } from "./test/moved-orders.js";

/*
 * The network delivers a request of `modify` twice, and the client receives the refusal of the second delivery. It cannot know of the first
 * one, unless a receipt shows it.
 */

/** Delivers the first write twice, and calls `between` in between. */
function doubling({ service }: MovedOrders, between: () => Promise<unknown>): Transport {
  let isDoubled = false;
  return async (request: HttpRequest) => {
    const response = await service(request);
    if (request.method === "GET" || isDoubled) return response;
    isDoubled = true;
    await between();
    return service(request);
  };
}

const ways = [
  ["as a conflict, and adds again", {}, false, "ok", 2],
  ["as a row that is missing, where it was moved in between", {}, true, "entity.not-found", 1],
  ["as applied, with a receipt", { exactly: "once" }, false, "ok", 1],
  ["as applied, with a receipt, where the row was moved in between", { exactly: "once" }, true, "ok", 1],
] as const;

it.each(ways)("a modify whose request arrives twice sees it %s", async (_, options, isMoved, told, stored) => {
  const orders = await MovedOrders.create();
  const transport = doubling(orders, async () => isMoved && orders.migrate());
  const former = orders.connect(transport).entities({ $schema: orders.former });
  const add = former.modify(order, (row) => ({ set: { n: Number(row["n"]) + 1 } }), options);
  expect(
    await add.then(
      () => "ok",
      ({ code }) => code,
    ),
  ).toBe(told);
  expect(orders.rows().map(({ n }) => n)).toEqual([stored]);
});
