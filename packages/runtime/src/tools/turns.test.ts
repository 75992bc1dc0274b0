import { expect, it } from "vitest";
import { Turns } from "./turns.js";

it("lets a limited number of works run at a time, in the order in which they came, also after one fails", async () => {
  const turns = new Turns(3);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 12 }, (_, index) =>
    turns.run(async () => {
      order.push(index);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (index === 4) throw new Error("the fifth failed");
    }),
  );
  const results = await Promise.allSettled(works);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(order).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(most).toBe(3);
});
