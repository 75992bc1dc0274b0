import { describe, expect, expectTypeOf, it } from "vitest";
import { standardSchema } from "./standard-schema.js";
import { Order, type OrderInit, type OrderJson } from "./test/shop/index.js";

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
