import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import { KeptItem, KeptTicket } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict, strictCosmos } from "../targets/targets.js";

const long = new Date("2020-01-01T00:00:00.000Z");
const readOnly = expect.objectContaining({ code: "value.read-only" });
const common = { channel: "mail", openedBy: "ann" } as const;

/** Waits until the clock shows another millisecond. */
async function nextMillisecond(): Promise<void> {
  for (const start = Date.now(); Date.now() === start; ) await new Promise((resolve) => setTimeout(resolve, 1));
}

describeTargets("properties that the library keeps", [azurite, strict, strictCosmos], ({ running, it }) => {
  let service: TableServiceClient;
  let no = 0;
  const nextKey = () => ({ team: "north", ticketNo: ++no }) as const;

  beforeAll(async () => {
    service = running().service;
    await service.createTables([KeptTicket, KeptItem]);
  });

  it("the time of the insert stays, that of the write follows every write", async () => {
    const tickets = service.entities(KeptTicket);
    const key = nextKey();
    const start = Date.now();
    await tickets.insert({ ...key, ...common });
    const first = await tickets.getOrThrow(key);
    expect(first.createdAt.getTime()).toBeGreaterThanOrEqual(start);
    expect(first.updatedAt).toEqual(first.createdAt);
    expect(first.updatedTicks).toBeDefined();
    let last = first;
    const writes = {
      merge: () => tickets.merge(key, { note: "m" }, { ifMatch: "*" }),
      modify: () => tickets.modify(key, () => ({ set: { note: "n" } })),
      unset: () => tickets.modify(key, () => ({ unset: ["note"] })),
      replace: () => tickets.replace({ ...last, note: "r" }, { ifMatch: last.$etag }),
      "replace without the values": () => tickets.replace({ ...key, ...common }, { ifMatch: "*" }),
      insertOrReplace: () => tickets.insertOrReplace({ ...key, ...common, note: "i" }),
      insertOrMerge: () => tickets.insertOrMerge({ ...key, ...common, note: "j" }),
      updateWhere: () =>
        tickets.updateWhere(
          tickets.query({ team: "north" }).where({ ticketNo: key.ticketNo }),
          { note: "u" },
          { max: 1 },
        ),
      bulk: () => tickets.bulk([{ merge: key, changes: { note: "b" }, ifMatch: "*" }]),
      transaction: () =>
        service.transaction(KeptTicket.partition(key), (tx) =>
          tx.merge(KeptTicket, key, { note: "t" }, { from: last }),
        ),
      "transaction that replaces": () =>
        service.transaction(KeptTicket.partition(key), (tx) =>
          tx.replace(KeptTicket, { ...last, note: "t" }, { from: last }),
        ),
    };
    for (const [name, write] of Object.entries(writes)) {
      await nextMillisecond();
      await write();
      const read = await tickets.getOrThrow(key);
      expect(read.updatedAt.getTime(), name).toBeGreaterThan(last.updatedAt.getTime());
      expect(read.updatedTicks ?? 0n, name).toBeGreaterThan(last.updatedTicks ?? 0n);
      expect([read.createdAt, read.openedBy], name).toEqual([first.createdAt, "ann"]);
      const entry = await tickets.byUpdate
        .query({ team: "north" })
        .rowKey.startsWith({ updatedAt: read.updatedAt })
        .toArray();
      expect(
        entry.map(({ ticketNo }) => ticketNo),
        name,
      ).toEqual([key.ticketNo]);
      last = read;
    }
  });

  it("a time that an insert passes is stored, and of the write is refused", async () => {
    const tickets = service.entities(KeptTicket);
    const key = nextKey();
    const given = { ...key, ...common, createdAt: long };
    await expect(tickets.insert({ ...given, updatedAt: long })).rejects.toMatchObject({ code: "value.read-only" });
    await tickets.insert(given);
    const read = await tickets.getOrThrow(key);
    expect(read.createdAt).toEqual(long);
    expect(read.updatedAt.getTime()).toBeGreaterThan(long.getTime());
    await tickets.replace(new KeptTicket({ ...key, ...common }), { ifMatch: read.$etag });
    expect((await tickets.getOrThrow(key)).createdAt).toEqual(long);
  });

  it("upserts insert where there is no row", async () => {
    const tickets = service.entities(KeptTicket);
    const [one, two] = [nextKey(), nextKey()];
    await tickets.insertOrReplace({ ...one, ...common });
    await tickets.insertOrMerge({ ...two, ...common });
    for (const key of [one, two])
      expect((await tickets.getOrThrow(key)).createdAt.getTime()).toBeGreaterThan(long.getTime());
  });

  it("a read-only value is refused in merges and changes, before anything is sent", async () => {
    const tickets = service.entities(KeptTicket);
    const key = nextKey();
    await tickets.insert({ ...key, ...common });
    const changes = { openedBy: "eve" } as never;
    await expect(tickets.merge(key, changes, { ifMatch: "*" })).rejects.toThrow(readOnly);
    await expect(tickets.modify(key, () => ({ set: changes }))).rejects.toThrow(readOnly);
    await expect(tickets.modify(key, () => ({ unset: ["referrer"] }))).rejects.toThrow(readOnly);
    const query = tickets.query({ team: "north" });
    await expect(tickets.updateWhere(query, changes, { max: 99 })).rejects.toThrow(readOnly);
    const whole = { ...key, ...common, openedBy: "eve" };
    await expect(tickets.replace(whole, { ifMatch: "*" })).rejects.toThrow(readOnly);
    await expect(tickets.insertOrReplace(whole)).rejects.toThrow(readOnly);
    await expect(tickets.insertOrMerge(whole)).rejects.toThrow(readOnly);
    await expect(tickets.replace({ ...whole, openedBy: "ann", referrer: "x" }, { ifMatch: "*" })).rejects.toThrow(
      readOnly,
    );
    expect(await tickets.getOrThrow(key)).toMatchObject({ openedBy: "ann" });
  });

  it("whole rows in a transaction or a bulk need the entity that was read", async () => {
    const items = service.entities(KeptItem);
    const key = { list: "whole", size: "small" } as const;
    await items.insert({ ...key, owner: "ann" });
    const read = await items.getOrThrow(key);
    const partition = KeptItem.partition(key);
    await expect(
      service.transaction(partition, (tx) => tx.replace(KeptItem, { ...key, owner: "ann" }, { ifMatch: "*" })),
    ).rejects.toThrow("needs the stored owner, createdAt, which only an entity that was read has");
    await service.transaction(partition, (tx) => tx.replace(KeptItem, { ...read, count: 1 }, { ifMatch: read.$etag }));
    const again = await items.getOrThrow(key);
    expect(again).toMatchObject({ count: 1, owner: "ann", createdAt: read.createdAt });
    const replace = { ...again, owner: "eve" };
    const outcomes = [];
    for await (const outcome of items.bulk([{ replace, ifMatch: "*" }, { insertOrReplace: { ...again, count: 2 } }])) {
      outcomes.push(outcome.ok || outcome.error.code);
    }
    expect(outcomes.sort()).toEqual([true, "value.read-only"]);
  });

  it("an optional time is absent where a row was written before the definition had it, and stays so", async () => {
    const items = service.entities(KeptItem);
    const key = { list: "old", size: "large" } as const;
    const properties = { list: edm.string("old"), owner: edm.string("o"), updatedAt: edm.dateTime(long) };
    await service.table("KeptItems").insert({ ...KeptItem.key(key), properties });
    expect(await items.getOrThrow(key)).toMatchObject({ createdAt: undefined, count: 0 });
    await items.replace({ ...key, owner: "o", count: 3 }, { ifMatch: "*" });
    expect(await items.getOrThrow(key)).toMatchObject({ createdAt: undefined, count: 3 });
  });

  it("a hidden value is stored and read, and not in JSON, neither of entities nor of selected rows", async () => {
    const tickets = service.entities(KeptTicket);
    const key = nextKey();
    await tickets.insert({ ...key, ...common, secret: "s3cret" });
    const read = await tickets.getOrThrow(key);
    expect(read.secret).toBe("s3cret");
    expect(JSON.stringify(read)).not.toContain("s3cret");
    const [row] = await tickets
      .query({ team: "north" })
      .where({ ticketNo: key.ticketNo })
      .select("secret", "ticketNo")
      .toArray();
    expect(row?.secret).toBe("s3cret");
    expect(JSON.parse(JSON.stringify(row))).toEqual({ ticketNo: key.ticketNo, $etag: row?.$etag });
    expect(KeptTicket.fromJSON({ ...JSON.parse(JSON.stringify(read)), secret: "new" }).secret).toBe("new");
  });
});
