import { isTableError } from "@tablewright/runtime";
import { reindex } from "@tablewright/runtime/reindex";
import { describe, expect, it } from "vitest";
import { MovedOrders, type OrderKeys, order } from "./test/moved-orders.js";

/* A program of the former definition runs `reindex` before, beside and after `migrate`. The index rows of a moved order stay right. */

const worlds: Readonly<Record<string, OrderKeys>> = {
  "an index": { indexes: `byName: { rowKey: (k) => ["name", k.name], include: ["n"] }` },
  "a unique index": { indexes: `byName: { rowKey: (k) => ["name", k.name], unique: true, include: ["n"] }` },
  "an index elsewhere": { indexes: `byName: { partitionKey: (k) => ["name", k.name], rowKey: (k) => [k.no.pad(6)] }` },
  "a unique index over all partitions": {
    indexes: `byName: { partitionKey: (k) => ["name", k.name], rowKey: () => ["order"], unique: "global" }`,
  },
  "a unique index over all partitions, and a key with one property fewer": {
    before: "[k.tenant, k.region]",
    after: "[k.tenant]",
    indexes: `byName: { partitionKey: (k) => ["name", k.name], rowKey: () => ["order"], unique: "global" }`,
  },
  "another table, and an index": {
    table: "Moved",
    indexes: `byName: { rowKey: (k) => ["name", k.name], include: ["n"] }`,
  },
  "another table, the same keys, and an index in a third table": {
    after: "[k.tenant]",
    table: "Moved",
    indexes: `byName: { table: "Names", partitionKey: (k) => ["name", k.name], rowKey: (k) => [k.no.pad(6)] }`,
  },
  "another table, and a unique index in a third table": {
    after: "[k.tenant]",
    table: "Moved",
    indexes: `byName: { table: "Names", partitionKey: (k) => ["name", k.name], rowKey: () => ["order"], unique: "global" }`,
  },
};

const refusal = { code: "index.former-definition" };
/** Minutes since the order was moved: while its index rows elsewhere are young, and once they can be deleted. */
const ages = [0, 30];

describe.each(Object.entries(worlds))("an order with %s", (name, keys) => {
  it.each(ages)(
    "keeps its index rows where reindex of the former definition runs %i minutes after a move",
    async (minutes) => {
      const orders = await MovedOrders.create(keys);
      await orders.migrate();
      orders.service.clock.advance(minutes * 60_000);
      const error = await reindex(orders.client, { $schema: orders.former } as never).catch((thrown) => thrown);
      expect(orders.indexFaults()).toEqual([]);
      expect(error).toMatchObject(refusal);
    },
  );

  it.each(ages)(
    "keeps its index rows where it is moved before any request of reindex, %i minutes later",
    async (minutes) => {
      let runs = 0;
      for (let at = 0; ; at++) {
        const orders = await MovedOrders.create(keys);
        let requests = 0;
        const beside = async () => {
          if (requests++ !== at) return;
          await orders.migrate();
          orders.service.clock.advance(minutes * 60_000);
        };
        const done = await orders.reindexFormer(beside).catch((error: unknown) => {
          if (!isTableError(error, "index.former-definition")) throw error;
        });
        expect(orders.indexFaults(), `${name}, request ${at}`).toEqual([]);
        if (requests <= at) {
          expect(done).toMatchObject({ entities: 1, deleted: 0 });
          break;
        }
        runs++;
      }
      expect(runs).toBeGreaterThan(2);
    },
  );

  it("keeps its index rows where reindex runs before any request of migrate", async () => {
    let runs = 0;
    let isOver = false;
    for (let at = 0; !isOver; at++) {
      const orders = await MovedOrders.create(keys);
      isOver = true;
      await orders.migrate(undefined, async (request) => {
        if (request !== at) return;
        isOver = false;
        orders.service.clock.advance(30 * 60_000);
        await orders.reindexFormer().catch((error: unknown) => {
          if (!isTableError(error, "index.former-definition")) throw error;
        });
      });
      await orders.migrate();
      expect(orders.indexFaults(), `${name}, request ${at}`).toEqual([]);
      expect(await orders.client.entities({ $schema: orders.current }).get(order)).toMatchObject({ n: 0 });
      runs++;
    }
    expect(runs).toBeGreaterThan(5);
  });
});
