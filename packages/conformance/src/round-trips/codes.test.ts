import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import { KeptItem, KeptTicket } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict, strictCosmos } from "../targets/targets.js";

const common = { channel: "mail", openedBy: "ann" } as const;

describeTargets("codes", [azurite, strict, strictCosmos], ({ running, it }) => {
  let service: TableServiceClient;

  beforeAll(async () => {
    service = running().service;
    await service.createTables([KeptTicket, KeptItem]);
  });

  it("are in the row, in keys and in index rows, and names in entities", async () => {
    const tickets = service.entities(KeptTicket);
    await tickets.insert({ team: "north", ticketNo: 1, ...common, status: "waiting", before: "closed" });
    const ticket = await tickets.getOrThrow({ team: "north", ticketNo: 1 });
    expect(ticket).toMatchObject({ team: "north", status: "waiting", channel: "mail", before: "closed" });
    expect(KeptTicket.key(ticket)).toEqual({ partitionKey: "N", rowKey: "ticket!00000001" });
    expect(KeptTicket.parseKey({ partitionKey: "S", rowKey: "ticket!00000001" })).toEqual({
      team: "south",
      ticketNo: 1,
    });
    const row = await service.table("KeptTickets").get({ partitionKey: "N", rowKey: "ticket!00000001" });
    expect(row?.properties).toMatchObject({ team: edm.string("N"), status: edm.int32(1), ch: edm.string("m/1") });
    const entries = await tickets.byStatus.query({ team: "north" }).rowKey.startsWith({ status: "waiting" }).toArray();
    expect(entries.map(({ status, ticketNo }) => [status, ticketNo])).toEqual([["waiting", 1]]);
  });

  it("are what conditions compare, in every operator and with $not", async () => {
    const tickets = service.entities(KeptTicket);
    await tickets.insert({ team: "south", ticketNo: 1, ...common });
    await tickets.insert({ team: "south", ticketNo: 2, ...common, status: "closed", channel: "phone" });
    const found = async (where: Parameters<ReturnType<typeof tickets.query>["where"]>[0]) =>
      (await tickets.query({ team: "south" }).where(where).toArray()).map(({ ticketNo }) => ticketNo);
    expect(await found({ status: "open" })).toEqual([1]);
    expect(await found({ status: { ne: "open" } })).toEqual([2]);
    expect(await found({ status: { in: ["closed", "waiting"] } })).toEqual([2]);
    expect(await found({ channel: "phone" })).toEqual([2]);
    expect(await found({ $not: { channel: "phone" } })).toEqual([1]);
    expect(tickets.query({ team: "south" }).where({ status: "closed", channel: "phone" }).explain().filters).toEqual([
      "PartitionKey eq 'S' and RowKey ge 'ticket!' and RowKey lt 'ticket\"' and status eq 9 and ch eq 'p''2'",
    ]);
    const selected = await tickets.query({ team: "south" }).select("status").toArray();
    expect(selected.map(({ status }) => status).sort()).toEqual(["closed", "open"]);
  });

  it("are changed by merge, modify and updateWhere, with their index rows", async () => {
    const tickets = service.entities(KeptTicket);
    const key = { team: "north", ticketNo: 3 } as const;
    await tickets.insert({ ...key, ...common });
    await tickets.merge(key, { status: "waiting" }, { ifMatch: "*" });
    await tickets.modify(key, ({ status }) => ({ set: { before: status, status: "closed" } }));
    expect(await tickets.getOrThrow(key)).toMatchObject({ status: "closed", before: "waiting" });
    const closed = await tickets.byStatus.query({ team: "north" }).rowKey.startsWith({ status: "closed" }).toArray();
    expect(closed.map(({ ticketNo }) => ticketNo)).toEqual([3]);
    const query = tickets.query({ team: "north" }).where({ status: "closed" });
    expect(await tickets.updateWhere(query, { status: "open" }, { max: 9 })).toMatchObject({ updated: 1 });
    expect(await tickets.getOrThrow(key)).toMatchObject({ status: "open" });
  });

  it("in a key alone are read from it, in the order of the codes", async () => {
    const items = service.entities(KeptItem);
    for (const size of ["large", "small"] as const) await items.insert({ list: "codes", size, owner: "o" });
    const found = await items.query({ list: "codes" }).toArray();
    expect(found.map(({ size }) => size).sort()).toEqual(["large", "small"]);
    expect(JSON.parse(JSON.stringify(found[0]))).toMatchObject({ size: expect.stringMatching(/small|large/) });
    expect(await items.query({ list: "codes" }).rowKey.eq({ size: "large" }).count()).toBe(1);
    expect(KeptItem.fromJSON(JSON.parse(JSON.stringify(found[0])))).toMatchObject({ list: "codes" });
  });

  it("that the definition does not have are refused: as names before sending, as codes when they are read", async () => {
    const tickets = service.entities(KeptTicket);
    const at = (status: unknown) => tickets.insert({ team: "north", ticketNo: 9, ...common, status: status as "open" });
    await expect(at("opn")).rejects.toMatchObject({
      code: "value.not-allowed",
      message: 'KeptTicket.status is "opn"; the definition allows "open", "waiting", "closed"',
    });
    await expect(at(0)).rejects.toMatchObject({ code: "value.wrong-type" });
    expect(() => tickets.query({ team: "east" as "north" })).toThrow('KeptTicket.team is "east"');
    expect(() => tickets.query({ team: "north" }).where({ status: "opn" as "open" })).toThrow('status is "opn"');
    expect(() => tickets.query({ team: "north" }).where({ status: { gt: "open" } as never })).toThrow(
      "is not an operator",
    );
    expect(() => KeptTicket.parseKey({ partitionKey: "E", rowKey: "ticket!00000001" })).toThrow(
      "is not a code of north, south",
    );
    await tickets.insert({ team: "north", ticketNo: 10, ...common });
    const stored = { partitionKey: "N", rowKey: "ticket!00000010", properties: { status: edm.int32(7) } };
    await service.table("KeptTickets").merge(stored, stored.properties, { ifMatch: "*" });
    await expect(tickets.get({ team: "north", ticketNo: 10 })).rejects.toMatchObject({
      code: "decode.not-allowed",
      message: expect.stringContaining(
        "is stored as 7; the definition has the codes 0 (open), 1 (waiting), 9 (closed)",
      ),
    });
  });
});
