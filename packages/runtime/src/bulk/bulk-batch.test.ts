import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TableError } from "../errors/table-error.js";
import { RecentWrites } from "../rest/recent-writes.js";
import { Write } from "../rest/write.js";
import type { ETag } from "../schema/entity-schema.js";
import type { WriteBatch, Writer } from "../write/writer.js";
import { BulkBatch, type Companions, renewCondition, WaitingWrite } from "./bulk-batch.js";

const target = { name: "Shop", table: "Shop" };
const rowWrite = (rowKey: string, ifMatch?: string) =>
  new Write(ifMatch === undefined ? "insert" : "merge", target, { partitionKey: "p", rowKey }, ifMatch);

/** Rows that one item writes: the first is the item's own, the others are its index rows. */
interface Rows {
  readonly rowKeys: readonly string[];
  readonly size: number;
}

function itemOf({ rowKeys: [own = "", ...others], size }: Rows) {
  const partOf = (rowKey: string) => `${rowKey}${"é".repeat(size)}`;
  const companions: Companions = {
    writes: others.map((rowKey) => rowWrite(rowKey)),
    parts: others.map(partOf),
    effects: undefined,
  };
  const waiting = new WaitingWrite(0, own, rowWrite(own), 1, others.length === 0 ? undefined : companions);
  return { waiting, part: partOf(own) };
}

describe("a request of a bulk", () => {
  const rows = fc.record({
    rowKeys: fc.uniqueArray(fc.constantFrom(..."abcdefghijklmnop"), { minLength: 1, maxLength: 4 }),
    size: fc.nat(40),
  });

  it("takes an item exactly where its operations, its bytes and its rows have room", () => {
    const law = fc.property(fc.array(rows, { maxLength: 6 }), fc.nat(8), fc.nat(900), (items, operations, bytes) => {
      const batch = new BulkBatch<string>();
      const written: string[] = [];
      for (const item of items) {
        const { waiting, part } = itemOf(item);
        const hasRoom = batch.hasRoomFor(waiting, part, operations, bytes);
        const whole = new BulkBatch<string>();
        for (const [each, text] of [...batch.entries(), [waiting, part] as const]) whole.add(each, text);
        const isFree = item.rowKeys.every((rowKey) => !written.includes(rowKey));
        const fits = whole.operations <= operations && whole.changeset.bytes <= bytes && isFree;
        expect(hasRoom).toBe(written.length === 0 || fits);
        if (!hasRoom) continue;
        batch.add(waiting, part);
        written.push(...item.rowKeys);
        expect(batch.operations).toBe(written.length);
      }
      expect([...batch.entries()].map(([{ item }, part]) => part.startsWith(item))).not.toContain(false);
      expect(batch.changeset.parts()).toHaveLength(batch.operations);
    });
    fc.assert(law, { numRuns: 300 });
  });

  it("takes no more items once it was sent, or one with its writes was lost", () => {
    const lost = { attempts: [], error: new TableError("request.failed", "lost") };
    const sent = new BulkBatch<string>();
    expect(sent.isOpen).toBe(true);
    sent.isSent = true;
    expect([sent.isOpen, new BulkBatch<string>(lost).isOpen]).toEqual([false, false]);
  });
});

describe("a request of a bulk is sent", () => {
  async function send(items: readonly Rows[], isOnce = false) {
    const earlier = { attempts: [{ startedAt: 1, endedAt: 2 }], error: new TableError("request.failed", "lost") };
    const batch = new BulkBatch<string>(earlier);
    for (const item of items) {
      const { waiting } = itemOf(item);
      batch.add(waiting, `head\r\n\r\nhead\r\n\r\n{"of":"${waiting.item}"}\r\n`);
    }
    const seen: unknown[] = [];
    const writer: Pick<Writer, "isOnce" | "send" | "submit"> = {
      isOnce: () => isOnce,
      send: async (planned: Write, _options, attempts) => {
        seen.push({ body: planned.body, attempts });
        return "etag" as ETag;
      },
      submit: async ({ writes, positions, run }: WriteBatch, _options, attempts) => {
        seen.push({ writes: writes.map(({ rowKey }) => rowKey).join(""), positions, run, attempts });
        return ["etag" as ETag];
      },
    };
    const run = {};
    expect(await batch.send(writer as Writer, {}, run)).toEqual(["etag"]);
    expect(batch.isSent).toBe(true);
    return { seen, run, attempts: earlier.attempts };
  }

  it("as a single write where it has one", async () => {
    const { seen, attempts } = await send([{ rowKeys: ["a"], size: 0 }]);
    expect(seen).toEqual([{ body: '{"of":"a"}', attempts }]);
  });

  it("as a transaction where it has several, or a receipt", async () => {
    const several = await send(["a", "b"].map((rowKey) => ({ rowKeys: [rowKey], size: 0 })));
    const { run, attempts } = several;
    expect(several.seen).toEqual([{ writes: "ab", positions: [0, 1], run, attempts }]);
    const single = await send([{ rowKeys: ["a"], size: 0 }], true);
    expect(single.seen).toEqual([{ writes: "a", positions: [0], run: single.run, attempts: single.attempts }]);
  });

  it("with the position of each item among its index rows", async () => {
    const items = [["a", "b"], ["c", "d", "e"], ["f"]].map((rowKeys) => ({ rowKeys, size: 0 }));
    const { seen } = await send(items);
    expect(seen).toMatchObject([{ writes: "abcdef", positions: [0, 2, 5] }]);
    expect((await send(items.slice(0, 1))).seen).toMatchObject([{ writes: "ab", positions: [0] }]);
  });
});

it("a write that is sent again has the ETag that this client gave its row since", () => {
  const recentWrites = new RecentWrites();
  recentWrites.note(rowWrite("a"), "new" as ETag, 0, "old");
  const conditionOf = (rowKey: string, ifMatch?: string) => {
    const waiting = new WaitingWrite(0, rowKey, rowWrite(rowKey, ifMatch), 1);
    const part = renewCondition(waiting, `If-Match: ${ifMatch}\r\n\r\n{}`, recentWrites);
    return [part.split("\r\n")[0], waiting.write.ifMatch];
  };
  expect(conditionOf("a", "old")).toEqual(["If-Match: new", "new"]);
  expect(conditionOf("a", "older")).toEqual(["If-Match: older", "older"]);
  expect(conditionOf("b", "old")).toEqual(["If-Match: old", "old"]);
  expect(conditionOf("a")).toEqual(["If-Match: undefined", undefined]);
});
