import { describe, expect, it } from "vitest";
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

describe("works that are begun", () => {
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  it("leave their caller free as long as there are turns, and are awaited at the end", async () => {
    const turns = new Turns(2);
    const ends: (() => void)[] = [];
    let ended = 0;
    const begin = () =>
      turns.begin(async () => {
        await new Promise<void>((resolve) => ends.push(resolve));
        ended++;
      });
    await begin();
    await begin();
    let isThirdBegun = false;
    const third = begin().then(() => {
      isThirdBegun = true;
    });
    await nextTurn();
    expect([ends.length, isThirdBegun]).toEqual([2, false]);
    ends[0]?.();
    await third;
    const end = turns.end();
    for (const resolve of ends) resolve();
    await end;
    expect(ended).toBe(3);
  });

  it("end with the first error, once the others have ended, and no other work begins", async () => {
    const turns = new Turns(3);
    let ended = 0;
    const slow = async () => {
      await nextTurn();
      ended++;
    };
    const begun = Array.from({ length: 9 }, (_, index) =>
      turns.begin(async () => {
        if (index === 1) throw new Error("the second failed");
        await slow();
      }),
    );
    await Promise.all(begun);
    expect(turns.hasFailed).toBe(true);
    await expect(turns.end()).rejects.toThrow("the second failed");
    expect(ended).toBe(2);
    await turns.begin(slow);
    await expect(turns.end()).rejects.toThrow("the second failed");
    expect(ended).toBe(2);
  });
});
