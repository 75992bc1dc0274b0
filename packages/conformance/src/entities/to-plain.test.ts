import { TableServiceClient, toPlain } from "@tablewright/runtime";
import type { Plain } from "@tablewright/runtime/types";
import { createTableService } from "@tablewright/testing";
import * as devalue from "devalue";
import SuperJSON from "superjson";
import { beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { KeptTicket } from "../tables.gen/index.js";
import { plain, rich } from "./frameworks.js";

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

describe.each(rich)("%s", (_name, send) => {
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

describe.each([...rich, ...plain])("%s", (_name, send) => {
  it("returns the JSON of an entity, which fromJSON reads", async () => {
    const back = KeptTicket.fromJSON(await send(ticket.toJSON()));
    expect(back).toBeInstanceOf(KeptTicket);
    expect(back.toJSON()).toEqual(ticket.toJSON());
    expect([back.createdAt.toISOString(), back.updatedTicks, back.secret]).toEqual([
      ticket.createdAt.toISOString(),
      ticket.updatedTicks,
      undefined,
    ]);
  });
});

describe.each(plain)("%s", (_name, send) => {
  it("calls toJSON of an entity by itself", async () => {
    expect(KeptTicket.fromJSON(await send(ticket)).toJSON()).toEqual(ticket.toJSON());
  });
});

describe("an entity itself", () => {
  it("is sent by devalue with a reducer and a reviver", () => {
    const text = devalue.stringify([ticket], { ticket: (value) => value instanceof KeptTicket && value.toJSON() });
    expect(text).not.toContain("pin 1234");
    const [back] = devalue.parse(text, { ticket: KeptTicket.fromJSON });
    expect(back).toBeInstanceOf(KeptTicket);
    expect(back.toJSON()).toEqual(ticket.toJSON());
  });

  it("is sent by superjson with a transformer", () => {
    const transformer = new SuperJSON();
    transformer.registerCustom<KeptTicket, string>(
      {
        isApplicable: (value): value is KeptTicket => value instanceof KeptTicket,
        serialize: (value) => JSON.stringify(value),
        deserialize: (text) => KeptTicket.fromJSON(JSON.parse(text)),
      },
      "KeptTicket",
    );
    const text = transformer.stringify([ticket]);
    expect(text).not.toContain("pin 1234");
    const [back] = transformer.parse<[KeptTicket]>(text);
    expect(back).toBeInstanceOf(KeptTicket);
    expect(back.toJSON()).toEqual(ticket.toJSON());
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
