import { expect, it } from "vitest";
import { readInOrder } from "./read-in-order.js";

/** Sources of so many groups each, and a log of the groups that were asked for. */
function sourcesOf(log: string[], ...sizes: readonly number[]) {
  return sizes.map((size, index) => {
    const name = "abcdefgh"[index];
    return (async function* () {
      for (let group = 0; group < size; group++) {
        log.push(`${name}${group}`);
        yield `${name}${group}`;
      }
    })();
  });
}

async function taken(groups: AsyncIterable<string>, most: number): Promise<string[]> {
  const found: string[] = [];
  for await (const group of groups) if (found.push(group) === most) break;
  return found;
}

it("gives the groups of one source after those of the other", async () => {
  const log: string[] = [];
  expect(await taken(readInOrder(sourcesOf(log, 2, 0, 1, 2), 8), 9)).toEqual(["a0", "a1", "c0", "d0", "d1"]);
});

it("asks for four sources one by one, and then for more of them at a time", async () => {
  const log: string[] = [];
  const asked = async (most: number, parallel: number) => {
    await taken(readInOrder(sourcesOf(log, 1, 1, 1, 1, 1, 1, 1, 1), parallel), most);
    return log.splice(0).join(" ");
  };
  expect(await asked(1, 8)).toBe("a0");
  expect(await asked(4, 8)).toBe("a0 b0 c0 d0");
  expect(await asked(5, 8)).toBe("a0 b0 c0 d0 e0 f0");
  expect(await asked(6, 8)).toBe("a0 b0 c0 d0 e0 f0 g0 h0");
  expect(await asked(6, 1)).toBe("a0 b0 c0 d0 e0 f0");
});

it("marks the end of each source", async () => {
  expect(await taken(readInOrder(sourcesOf([], 2, 0, 1), 8, "end"), 9)).toEqual([
    "a0",
    "a1",
    "end",
    "end",
    "c0",
    "end",
  ]);
});

it("reports an error when its source has its turn", async () => {
  const failing: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("failed")) }),
  };
  const groups = readInOrder([...sourcesOf([], 1, 1, 1, 1, 1), failing], 8);
  for (const value of ["a0", "b0", "c0", "d0", "e0"]) expect(await groups.next()).toEqual({ value, done: false });
  await expect(groups.next()).rejects.toThrow("failed");
});
