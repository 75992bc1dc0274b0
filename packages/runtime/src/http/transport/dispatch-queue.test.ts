import { AsyncLocalStorage } from "node:async_hooks";
import fc from "fast-check";
import { expect, it } from "vitest";
import { law } from "../../test/law.js";
import { DispatchQueue, type QueuedRequest } from "./host-transport.js";

class Started implements QueuedRequest {
  before: QueuedRequest | undefined;
  after: QueuedRequest | undefined;
  readonly #onStart: () => void;

  constructor(onStart: () => void) {
    this.#onStart = onStart;
  }

  start(): void {
    this.#onStart();
  }
}

it("starts requests in their order, as many as there are connections, and none that was removed", () => {
  const step = fc.constantFrom("add", "remove", "release");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.tuple(step, fc.nat())), (limit, steps) => {
      const queue = new DispatchQueue(limit);
      const started: number[] = [];
      const waiting: { readonly id: number; readonly request: Started }[] = [];
      const expected: number[] = [];
      let running = 0;
      let id = 0;
      const admit = () => {
        while (running < limit && waiting.length > 0) {
          running++;
          expected.push(waiting.shift()?.id ?? -1);
        }
      };
      for (const [what, choice] of steps) {
        if (what === "add") {
          const mine = id++;
          const request = new Started(() => started.push(mine));
          waiting.push({ id: mine, request });
          admit();
          queue.add(request);
        } else if (what === "remove" && waiting.length > 0) {
          const [removed] = waiting.splice(choice % waiting.length, 1);
          if (removed !== undefined) queue.remove(removed.request);
        } else if (what === "release" && running > 0) {
          running--;
          admit();
          queue.release();
        }
        expect(started).toEqual(expected);
      }
    }),
    law(2000),
  );
});

it("takes any number of requests that end as they start", () => {
  const queue = new DispatchQueue(1);
  let ended = 0;
  queue.add(new Started(() => undefined));
  for (let count = 0; count < 100_000; count++) {
    queue.add(
      new Started(() => {
        ended++;
        queue.release();
      }),
    );
  }
  queue.release();
  expect(ended).toBe(100_000);
});

it("is idle when the last request has ended", async () => {
  const queue = new DispatchQueue(2);
  await queue.idle();
  let isIdle = false;
  for (let count = 0; count < 3; count++) queue.add(new Started(() => undefined));
  const idle = queue.idle().then(() => {
    isIdle = true;
  });
  queue.release();
  queue.release();
  await Promise.resolve();
  expect(isIdle).toBe(false);
  queue.release();
  await idle;
});

it("starts a request in the context in which it was added, not in that of the request before it", () => {
  const context = new AsyncLocalStorage<string>();
  const queue = new DispatchQueue(1);
  const seen: (string | undefined)[] = [];
  const add = (name: string) => context.run(name, () => queue.add(new Started(() => seen.push(context.getStore()))));
  add("first");
  add("second");
  add("third");
  context.run("first", () => queue.release());
  context.run("second", () => queue.release());
  expect(seen).toEqual(["first", "second", "third"]);
});
