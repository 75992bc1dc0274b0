import { expect, it } from "vitest";
import { KeysInUse } from "./keys-in-use.js";

const key = (rowKey: string) => ({ table: "T", partitionKey: "p", rowKey });

it("moves that need the same row take place one after the other, others at once", async () => {
  const keys = new KeysInUse();
  const events: string[] = [];
  const move = (name: string, ...rows: string[]) =>
    keys.run(rows.map(key), async () => {
      events.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve));
      events.push(`${name} ends`);
      if (name === "a") throw new Error("a failed");
      return name;
    });
  const results = await Promise.allSettled([move("a", "1", "2"), move("b", "2", "3"), move("c", "4")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(events.indexOf("b begins")).toBeGreaterThan(events.indexOf("a ends"));
  expect(events.indexOf("c begins")).toBeLessThan(events.indexOf("a ends"));
});
