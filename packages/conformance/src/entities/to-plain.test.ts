import { once } from "node:events";
import { runInThisContext } from "node:vm";
import { MessageChannel } from "node:worker_threads";
import { TableServiceClient, toPlain } from "@tablewright/runtime";
import type { Plain } from "@tablewright/runtime/types";
import { createTableService } from "@tablewright/testing";
import * as devalue from "devalue";
import * as seroval from "seroval";
import superjson from "superjson";
import { beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { KeptTicket } from "../tables.gen/index.js";

const key = { team: "north", ticketNo: 7 } as const;
let ticket: KeptTicket;
let selected: object;

beforeAll(async () => {
  const tables = createTableService();
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await service.createTables([KeptTicket]);
  const tickets = service.entities(KeptTicket);
  await tickets.insert({ ...key, channel: "mail", openedBy: "ann", secret: "pin 1234", note: "é" });
  ticket = await tickets.getOrThrow(key);
  selected = (await tickets.get(key, { select: ["note", "secret", "updatedTicks"] })) as object;
});

/** Sends a value through each serializer that frameworks use, and returns what arrives. */
const serializers: readonly [name: string, send: (value: object) => unknown][] = [
  ["structuredClone", structuredClone],
  [
    "postMessage",
    async (value) => {
      const { port1, port2 } = new MessageChannel();
      const arrived = once(port2, "message");
      port1.postMessage(value);
      const [message] = await arrived;
      port1.close();
      return message;
    },
  ],
  ["devalue.stringify", (value) => devalue.parse(devalue.stringify(value))],
  ["devalue.uneval", (value) => runInThisContext(`(${devalue.uneval(value)})`)],
  ["superjson", (value) => superjson.parse(superjson.stringify(value))],
  ["seroval", (value) => seroval.deserialize(seroval.serialize(value))],
];

describe.each(serializers)("%s", (_name, send) => {
  it("returns the values of an entity as they were, without hidden ones", async () => {
    const plain = toPlain(ticket);
    expect(Object.keys(plain)).not.toContain("secret");
    expect(await send(plain)).toEqual(plain);
    expect([plain.createdAt, plain.note, typeof plain.updatedTicks, plain.$kind]).toEqual([
      new Date(ticket.createdAt.getTime()),
      "é",
      "bigint",
      "ticket",
    ]);
  });

  it("returns the values of a row of select", async () => {
    const plain = toPlain(selected);
    expect(plain).toEqual({ note: "é", updatedTicks: ticket.updatedTicks });
    expect(await send(plain)).toEqual(plain);
  });
});

it("is a plain object: of no class, without symbols, ETag and methods", () => {
  const plain = toPlain(ticket);
  expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
  expect(Reflect.ownKeys(plain).filter((name) => typeof name === "symbol" || name === "$etag")).toEqual([]);
  expect(plain).toEqual(toPlain(ticket));
});

it("has the types of the entity, without what it omits", () => {
  expectTypeOf(toPlain(ticket)).toEqualTypeOf<Plain<KeptTicket>>();
  expectTypeOf<Plain<KeptTicket>["createdAt"]>().toEqualTypeOf<Date>();
  expectTypeOf<keyof Plain<KeptTicket>>().exclude<"$kind">().not.toExtend<`$${string}`>();
  expectTypeOf<Plain<KeptTicket>>().not.toHaveProperty("secret");
  expectTypeOf<Plain<KeptTicket>>().not.toHaveProperty("toJSON");
});

it("shows why a spread is not enough: it has the hidden value", () => {
  expect({ ...ticket }).toHaveProperty("secret", "pin 1234");
});
