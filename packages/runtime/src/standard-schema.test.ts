import { describe, expect, expectTypeOf, it } from "vitest";
import { User } from "../../generator/src/emit/golden/kept/expected/index.js";
import { CacheEntry, Session } from "../../generator/src/emit/golden/ttl/expected/index.js";
import { insertSchema, keySchema, mergeSchema, standardSchema } from "./standard-schema.js";
import { Order, type OrderInit, type OrderJson, type OrderKey, type OrderMerge } from "./test/shop/index.js";

/* Checks the interface as the specification states it, and the way libraries that accept any validator use it. */

interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type Result<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type InferInput<S extends StandardSchemaV1> = NonNullable<S["~standard"]["types"]>["input"];
type InferOutput<S extends StandardSchemaV1> = NonNullable<S["~standard"]["types"]>["output"];

async function parse<S extends StandardSchemaV1>(schema: S, input: InferInput<S>): Promise<InferOutput<S>> {
  const result = await schema["~standard"].validate(input);
  if (result.issues) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

const init: OrderInit = {
  customerId: "C1",
  placedAt: new Date(0),
  orderNo: 7,
  total: 12.5,
  sequence: 5n,
  currency: "EUR",
};

function issuesOf(schema: StandardSchemaV1, value: unknown): readonly Issue[] | undefined {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) throw new Error("Validation is synchronous.");
  return result.issues;
}

describe("standardSchema", () => {
  it("is a Standard Schema v1 of what the constructor takes, or of its JSON", () => {
    const values = standardSchema(Order);
    const json = standardSchema(Order, { json: true });
    expectTypeOf(values).toExtend<StandardSchemaV1<OrderInit, Order>>();
    expectTypeOf(json).toExtend<StandardSchemaV1<OrderJson, Order>>();
    expectTypeOf<InferInput<typeof values>>().toEqualTypeOf<OrderInit>();
    expectTypeOf<InferOutput<typeof values>>().toEqualTypeOf<Order>();
    expectTypeOf<InferInput<typeof json>>().toEqualTypeOf<OrderJson>();
    expect(values["~standard"]).toMatchObject({ version: 1, vendor: "tablewright" });
  });

  it("gives an entity with its defaults", async () => {
    const order = await parse(standardSchema(Order), init);
    expect(order).toBeInstanceOf(Order);
    expect([order.paid, order.sequence]).toEqual([false, 5n]);
    expect(await parse(standardSchema(Order), order)).toEqual(order);
    expect(await parse(standardSchema(Order, { json: true }), order.toJSON())).toEqual(order);
  });

  it("returns every issue with its path and message, and throws none", () => {
    const { total: _, ...rest } = init;
    const wrong = { ...rest, placedAt: "1970-01-01T00:00:00Z", nota: 1 };
    expect(issuesOf(standardSchema(Order), wrong)).toEqual([
      { path: ["placedAt"], message: expect.stringMatching(/^Order\.placedAt is "1970-01-01T00:00:00Z"/) },
      { path: ["total"], message: expect.stringMatching(/^Order\.total has no value/) },
      { path: ["nota"], message: expect.stringMatching(/^Order has no property "nota"/) },
    ]);
    expect(
      issuesOf(standardSchema(Order, { json: true }), { ...wrong, sequence: "x" })?.map(({ path }) => path),
    ).toEqual(expect.arrayContaining([["sequence"], ["nota"], ["total"]]));
    expect(issuesOf(standardSchema(Order), { ...init, orderNo: -1 })).toEqual([
      { path: ["orderNo"], message: expect.stringContaining("minimum is 0") },
    ]);
  });

  it.each([[undefined], [null], ["text"], [[]]])("returns an issue without a path for %s", (value) => {
    for (const schema of [standardSchema(Order), standardSchema(Order, { json: true })]) {
      expect(issuesOf(schema, value)).toEqual([{ message: expect.stringContaining("must be an object") }]);
    }
  });

  it("refuses options that do not exist, and what is no generated class", () => {
    expect(() => standardSchema(Order, { jason: true } as never)).toThrow(
      expect.objectContaining({ code: "config.invalid-option" }),
    );
    expect(() => standardSchema({} as never)).toThrow(expect.objectContaining({ code: "value.wrong-type" }));
  });
});

describe("schemas of parts", () => {
  const key = { customerId: "C1", placedAt: new Date(0), orderNo: 7 };
  const text = { customerId: "C1", placedAt: "1970-01-01T00:00:00.000Z", orderNo: "7" };

  it("have the types of what the client takes", () => {
    const merge = mergeSchema(Order, { json: true });
    expectTypeOf(keySchema(Order)).toExtend<StandardSchemaV1<OrderKey, OrderKey>>();
    expectTypeOf(insertSchema(Order)).toExtend<StandardSchemaV1<OrderInit, OrderInit>>();
    expectTypeOf(mergeSchema(Order)).toExtend<StandardSchemaV1<OrderMerge, OrderMerge>>();
    const params = keySchema(Order, { text: true });
    expectTypeOf<InferInput<typeof params>>().toEqualTypeOf<{
      readonly customerId: string;
      readonly placedAt: string;
      readonly orderNo: string;
    }>();
    expectTypeOf<InferOutput<typeof merge>>().toEqualTypeOf<OrderMerge>();
    expectTypeOf<InferInput<typeof merge>["sequence"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<InferInput<typeof merge>>().not.toHaveProperty("customerId");
    const insert = insertSchema(Order, { json: true });
    expectTypeOf<InferInput<typeof insert>["placedAt"]>().toEqualTypeOf<string>();
    expectTypeOf<InferInput<typeof insert>["paid"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<InferInput<typeof insert>>().not.toHaveProperty("$kind");
    // @ts-expect-error a merge has no key
    void mergeSchema(Order)["~standard"].types?.input.orderNo;
  });

  it("read a key from values, JSON and text", async () => {
    expect(await parse(keySchema(Order), key)).toEqual(key);
    expect(await parse(keySchema(Order, { json: true }), { ...text, orderNo: 7 })).toEqual(key);
    expect(await parse(keySchema(Order, { text: true }), text)).toEqual(key);
  });

  it.each([
    [{ ...text, orderNo: "7.5" }, "orderNo"],
    [{ ...text, orderNo: "07" }, "orderNo"],
    [{ ...text, orderNo: 7 }, "orderNo"],
    [{ ...text, orderNo: "-1" }, "orderNo"],
    [{ ...text, placedAt: "yesterday" }, "placedAt"],
    [{ ...text, total: "5" }, "total"],
    [{ ...text, customer: "C1" }, "customer"],
    [{ customerId: "C1", placedAt: text.placedAt }, "orderNo"],
  ])("refuse the key %j as text", (given, property) => {
    expect(issuesOf(keySchema(Order, { text: true }), given)?.map(({ path }) => path)).toEqual([[property]]);
  });

  it("read changes, but none of the key and not none at all", async () => {
    const merge = mergeSchema(Order, { json: true });
    expect(await parse(merge, { sequence: "9007199254740993", note: "n" })).toEqual({
      sequence: 9007199254740993n,
      note: "n",
    });
    expect(await parse(mergeSchema(Order), { sequence: 5n })).toEqual({ sequence: 5n });
    const wrong = { orderNo: 8, total: "5", nota: 1, note: null };
    const issues = issuesOf(merge, wrong)?.map(({ path, message }) => `${path}: ${message}`);
    expect(issues?.sort()).toEqual([
      expect.stringMatching(/^nota: Order has no property "nota"/),
      expect.stringMatching(/^note: Order\.note is null; leave it out/),
      expect.stringMatching(/^orderNo: Order\.orderNo is part of the key and cannot change/),
      expect.stringMatching(/^total: Order\.total is "5"/),
    ]);
    expect(issuesOf(merge, {})).toEqual([{ message: expect.stringContaining("has nothing to write") }]);
    expect(issuesOf(mergeSchema(Order), { note: undefined })).toHaveLength(1);
  });

  it("read what insert takes, and leave defaults to it", async () => {
    const { paid: _, ...json } = new Order(init).toJSON();
    const { $kind, ...body } = json;
    expect(await parse(insertSchema(Order, { json: true }), body)).toEqual(init);
    expect(await parse(insertSchema(Order), init)).toEqual(init);
    expect(issuesOf(insertSchema(Order, { json: true }), { ...body, $kind, total: undefined })).toHaveLength(2);
  });

  it("take some properties of an insert, which the program completes", async () => {
    const init = { ...key, total: 1, sequence: 5n, currency: "EUR" } as const;
    const { customerId, ...body } = JSON.parse(JSON.stringify(new Order(init))) as OrderJson;
    const { $kind: _, ...given } = body;
    const own = insertSchema(Order, { json: true, omit: ["customerId"] });
    expectTypeOf<InferInput<typeof own>>().not.toHaveProperty("customerId");
    expectTypeOf<InferOutput<typeof own>>().toEqualTypeOf<Omit<OrderInit, "customerId">>();
    expect(await parse(own, given)).toEqual({ ...init, customerId: undefined, paid: false });
    expect(issuesOf(own, { ...given, customerId })?.map(({ path }) => path)).toEqual([["customerId"]]);
    const few = insertSchema(Order, { json: true, pick: ["total", "currency"] });
    expect(await parse(few, { total: 1, currency: "EUR" })).toEqual({ total: 1, currency: "EUR" });
    expect(issuesOf(few, { total: 1 })?.map(({ path }) => path)).toEqual([["currency"]]);
    expect(issuesOf(few, { total: 1, currency: "EUR", paid: true })?.map(({ path }) => path)).toEqual([["paid"]]);
    expect(() => insertSchema(Order, { json: true, omit: ["customer" as "customerId"] })).toThrow(/customer/);
  });

  it("refuse the times that the library sets", async () => {
    const schema = insertSchema(User, { json: true });
    expectTypeOf<InferInput<typeof schema>>().not.toHaveProperty("createdAt");
    expectTypeOf<InferInput<typeof schema>>().not.toHaveProperty("updatedAt");
    const body = { tenant: "t", email: "a@x.org", passwordHash: "AQ==" };
    const at = "2026-01-02T03:04:05.000Z";
    expect(await parse(schema as StandardSchemaV1, body)).toMatchObject({ email: "a@x.org" });
    const both = issuesOf(schema, { ...body, createdAt: at, updatedAt: at });
    expect(both?.map(({ path }) => path)).toEqual([["createdAt"], ["updatedAt"]]);
  });

  it("leave it to the program to say when an entity expires, unless it picks the property", () => {
    for (const options of [{ json: true }, { json: true, omit: ["device"] }] as const)
      expect(() => insertSchema(Session, options as { readonly json: true })).toThrow(
        expect.objectContaining({ code: "config.invalid-option", message: expect.stringContaining('omit: ["') }),
      );
    expect(() => insertSchema(CacheEntry, { json: true })).toThrow("when a CacheEntry expires");
    const name = "expiresAt";
    expect(
      issuesOf(insertSchema(Session, { json: true, omit: [name] }), { [name]: "2026-01-02T03:04:05Z" }),
    ).toContainEqual(expect.objectContaining({ path: [name] }));
    expect(() => insertSchema(Session, { json: true, pick: [name] })).not.toThrow();
    expect(() => insertSchema(Session)).not.toThrow();
  });

  it.each([null, undefined, 5, "x", [], new Map()])("refuse %s", (value) => {
    for (const schema of [keySchema(Order), mergeSchema(Order), insertSchema(Order), keySchema(Order, { text: true })])
      expect(issuesOf(schema, value)).toHaveLength(1);
  });

  it("refuse options that they do not have", () => {
    expect(() => keySchema(Order, { txt: true } as never)).toThrow(
      expect.objectContaining({ code: "config.invalid-option" }),
    );
    for (const build of [mergeSchema, insertSchema])
      expect(() => build(Order, { text: true } as never)).toThrow(
        expect.objectContaining({ code: "config.invalid-option" }),
      );
  });
});
