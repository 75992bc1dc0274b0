import { describe, expect, it } from "vitest";
import { MovedOrders, type OrderKeys, order } from "./test/moved-orders.js";

/* An order that waits to be moved has a value of an index that is unique over all partitions. No program may give it to another order. */

const global = `byName: { partitionKey: (k) => ["name", k.name], rowKey: () => ["order"], unique: "global" }`;
const changes: Readonly<Record<string, OrderKeys>> = {
  "with one property more": { indexes: global },
  "with the same properties": { before: '["x", k.tenant, k.region]', indexes: global },
  "with one property fewer": { before: "[k.tenant, k.region]", after: "[k.tenant]", indexes: global },
  "in another table": { after: "[k.tenant]", table: "Moved", indexes: global.replace("{", `{ table: "Names",`) },
  "in another table, with one property more": { table: "Moved", indexes: global.replace("{", `{ table: "Names",`) },
};
const other = { ...order, no: 8 };
/** A value that was reserved in the last 20 minutes is refused with another code, because its write may still be under way. */
const refused = { code: expect.stringMatching(/^index\.(not-unique|reserved)$/) };

/** Minutes since the order was stored: while its write may still be under way, and long after. */
const ages = [0, 11, 30];

describe.each(Object.entries(changes))("a key %s", (_, keys) => {
  it.each(ages)("keeps the value of an order that is %i minutes old, before and after the move", async (minutes) => {
    const orders = await MovedOrders.create(keys);
    orders.service.clock.advance(minutes * 60_000);
    const [former, current] = [orders.former, orders.current].map(($schema) => orders.client.entities({ $schema }));
    for (const program of [former, current]) await expect(program?.insert(other)).rejects.toMatchObject(refused);
    await former?.modify(order, () => ({ set: { n: 1 } }));
    await expect(current?.insert(other)).rejects.toMatchObject(refused);
    expect(await orders.migrate()).toMatchObject({ moved: 1, conflicts: 0, refused: [] });
    for (const wait of ages) {
      orders.service.clock.advance(wait * 60_000);
      for (const program of [former, current]) await expect(program?.insert(other)).rejects.toMatchObject(refused);
    }
    expect(orders.rows()).toHaveLength(1);
    expect(await current?.get(order)).toMatchObject({ n: 1 });
  });

  it("keeps the value where a run was killed at any request, however long ago", async () => {
    let runs = 0;
    for (let at = 0; ; at++) {
      const orders = await MovedOrders.create(keys);
      if (!(await orders.migrateUntil(at))) break;
      orders.service.clock.advance(30 * 60_000);
      for (const $schema of [orders.former, orders.current])
        await expect(orders.client.entities({ $schema }).insert(other), `request ${at}`).rejects.toMatchObject(refused);
      expect(await orders.migrate()).toMatchObject({ conflicts: 0, refused: [] });
      expect(await orders.client.entities({ $schema: orders.current }).get(order)).toMatchObject({ n: 0 });
      runs++;
    }
    expect(runs).toBeGreaterThan(8);
  });

  it.each(ages)("frees the value of an order that is %i minutes old after it is deleted", async (minutes) => {
    for (const isMoved of [false, true]) {
      const orders = await MovedOrders.create(keys);
      orders.service.clock.advance(minutes * 60_000);
      if (isMoved) await orders.migrate();
      const $schema = isMoved ? orders.current : orders.former;
      expect(await orders.client.entities({ $schema }).delete(order, { ifMatch: "*" })).toBe(true);
      orders.service.clock.advance(21 * 60_000);
      await orders.client.entities({ $schema: orders.current }).insert(other);
      expect(orders.rows()).toHaveLength(1);
    }
  });
});
