import { describe, expect, it } from "vitest";
import { readConcurrently } from "./read-concurrently.js";

/** Source of numbered groups. Notes in `log` each time that it is asked for one, and when it is closed before its end. */
function sourceOf(name: string, count: number, log: string[] = [], ready?: Promise<unknown>): AsyncIterable<string> {
  return {
    async *[Symbol.asyncIterator]() {
      let index = 0;
      try {
        for (; index < count; index++) {
          log.push(`ask ${name}${index}`);
          await ready;
          yield `${name}${index}`;
        }
      } finally {
        if (index < count) log.push(`close ${name}`);
      }
    },
  };
}

async function* failing(message: string): AsyncGenerator<string> {
  yield "before";
  throw new Error(message);
}

async function listed(groups: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = [];
  for await (const group of groups) list.push(group);
  return list;
}

it.each([1, 2, 3, 9])("gives every group once, those of one source in their order: %s at a time", async (parallel) => {
  const sources = [sourceOf("a", 3), sourceOf("b", 0), sourceOf("c", 2), sourceOf("d", 4)];
  const groups = await listed(readConcurrently(sources, parallel));
  expect(groups.filter((group) => group.startsWith("a"))).toEqual(["a0", "a1", "a2"]);
  expect(groups.filter((group) => group.startsWith("d"))).toEqual(["d0", "d1", "d2", "d3"]);
  expect(groups.toSorted()).toEqual(["a0", "a1", "a2", "c0", "c1", "d0", "d1", "d2", "d3"]);
});

it("gives nothing of no source, and all of a single one", async () => {
  expect(await listed(readConcurrently([], 2))).toEqual([]);
  expect(await listed(readConcurrently([sourceOf("a", 2)], 2))).toEqual(["a0", "a1"]);
});

it("begins as many sources as it reads at a time, and the next one at the end of another", async () => {
  const log: string[] = [];
  const groups = readConcurrently([sourceOf("a", 1, log), sourceOf("b", 2, log), sourceOf("c", 1, log)], 2);
  expect(log).toEqual([]);
  await groups.next();
  expect(log.slice(0, 2)).toEqual(["ask a0", "ask b0"]);
  expect(log).not.toContain("ask c0");
  expect((await listed(groups)).toSorted()).toEqual(["b0", "b1", "c0"]);
  expect(log).toContain("ask c0");
});

it("does not wait for a slow source while another has groups", async () => {
  let release: (() => void) | undefined;
  const ready = new Promise<void>((resolve) => {
    release = resolve;
  });
  const groups = readConcurrently([sourceOf("slow", 1, [], ready), sourceOf("b", 2)], 2);
  expect([(await groups.next()).value, (await groups.next()).value]).toEqual(["b0", "b1"]);
  release?.();
  expect(await listed(groups)).toEqual(["slow0"]);
});

describe("an early end", () => {
  it("closes the sources that are being read", async () => {
    const log: string[] = [];
    for await (const _ of readConcurrently([sourceOf("a", 5, log), sourceOf("b", 5, log), sourceOf("c", 5, log)], 2))
      break;
    expect(log.filter((entry) => entry.startsWith("close")).toSorted()).toEqual(["close a", "close b"]);
    expect(log).not.toContain("ask c0");
  });

  it("closes the others if one fails, and reports its failure", async () => {
    const log: string[] = [];
    const sources = [sourceOf("a", 50, log), failing("no more"), failing("no more")];
    await expect(listed(readConcurrently(sources, 3))).rejects.toThrow("no more");
    expect(log).toContain("close a");
  });
});
