import { ExactDate, edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import { dateOf } from "../../../runtime/src/codec/edm/exact-date.js";
import { EveryForm } from "../tables.gen/index.js";
import { describeRule } from "./describe-rule.js";
import { parseBody } from "./lab.js";

describeRule(18, "Edm.DateTime", ({ kind, lab }) => {
  const forms = () => lab().service.entities(EveryForm);
  const insert = (values: object) => () => forms().insertOrReplace({ partition: "p", row: "r", ...values });
  const read = () => forms().getOrThrow({ partition: "p", row: "r" });
  const first = 504_911_232_000_000_000n;
  const last = 3_155_378_975_999_999_999n;

  it("from 1601-01-01 to 9999-12-31T23:59:59.9999999Z is accepted, to 100 ns", async () => {
    for (const ticks of [first, first + 1n, 638_000_000_001_234_567n, last]) {
      const at = ExactDate.fromTicks(ticks);
      const atIso = at.toISOString().replace(".0000000Z", "Z");
      await lab().accepts(insert({ at, atIso, atTicks: ticks }));
      const row = await read();
      expect(row.atTicks).toBe(ticks);
      expect(row.at).toEqual(dateOf(at.getTime(), at.remainder));
      expect(row.at?.getTime()).toBe(at.getTime());
    }
  });

  it.each([
    ["at", new Date("1600-12-31T23:59:59.999Z")],
    ["at", new Date("+010000-01-01T00:00:00Z")],
    ["at", new Date(Number.NaN)],
    ["atTicks", first - 1n],
    ["atTicks", last + 1n],
    ["atIso", "1600-12-31T23:59:59.9999999Z"],
    ["atIso", "10000-01-01T00:00:00Z"],
    ["atIso", "2024-01-01T00:00:00"],
    ["atIso", "2024-01-01T00:00:00+02:00"],
    ["atIso", "2024-01-01T00:00:00.12345678Z"],
    ["atIso", "2023-02-29T00:00:00Z"],
    ["atIso", "2024-01-01"],
    ["atIso", "yesterday"],
  ])("%s: %s is refused", async (property, value) => {
    await lab().refuses(insert({ [property]: value }), { code: "value.out-of-range", entity: "EveryForm", property });
  });

  it.each(["2024-01-01T00:00:00Z", "2024-01-01T00:00:00.1Z", "2024-02-29T23:59:59.1234567Z"])(
    "%s is accepted",
    async (atIso) => {
      await lab().accepts(insert({ atIso }));
      // Cosmos writes all seven digits.
      const [seconds = "", fraction = "Z"] = atIso.split(".");
      const stored = kind === "cosmos" ? `${seconds.slice(0, 19)}.${fraction.replace("Z", "").padEnd(7, "0")}Z` : atIso;
      expect((await read()).atIso).toBe(stored);
    },
  );

  it("of rows without a definition is held to the same range", async () => {
    await lab().accepts(() => lab().write({ at: edm.dateTime(new Date("1601-01-01T00:00:00Z")) }));
    const at = edm.dateTime(new Date("1600-12-31T23:59:59.999Z"));
    await lab().refuses(() => lab().write({ at }), { code: "value.out-of-range", entity: "rows", property: "at" });
  });
});

describeRule(19, "Edm.Int32 and Edm.Int64", ({ lab }) => {
  const insert = (values: object) => () =>
    lab()
      .service.entities(EveryForm)
      .insertOrReplace({ partition: "p", row: "r", ...values });

  it.each([
    ["small", -(2 ** 31), "-2147483648"],
    ["small", 2 ** 31 - 1, "2147483647"],
    ["large", -(2n ** 63n), '"-9223372036854775808"'],
    ["large", 2n ** 63n - 1n, '"9223372036854775807"'],
    ["largeNumber", Number.MAX_SAFE_INTEGER, '"9007199254740991"'],
    ["largeNumber", Number.MIN_SAFE_INTEGER, '"-9007199254740991"'],
    ["largeText", "-9223372036854775808", '"-9223372036854775808"'],
  ])("%s: %s is written as %3$s", async (property, value, json) => {
    const [request] = await lab().accepts(insert({ [property]: value }));
    expect(String(request?.body)).toContain(`"${property}":${json}`);
    expect(String(request?.body).includes(`"${property}@odata.type":"Edm.Int64"`)).toBe(property !== "small");
  });

  it.each([
    ["small", -(2 ** 31) - 1],
    ["small", 2 ** 31],
    ["small", 1.5],
    ["small", Number.NaN],
    ["large", -(2n ** 63n) - 1n],
    ["large", 2n ** 63n],
    ["largeNumber", 2 ** 53],
    ["largeNumber", 0.5],
    ["largeText", "9223372036854775808"],
    ["largeText", "007"],
    ["largeText", "1.5"],
    ["largeText", ""],
  ])("%s: %s is refused", async (property, value) => {
    const says = property.startsWith("large") ? [] : [-2147483648, 2147483647];
    await lab().refuses(insert({ [property]: value }), {
      code: "value.out-of-range",
      entity: "EveryForm",
      property,
      says,
    });
  });

  it("of another JavaScript type is refused", async () => {
    const refusal = { code: "value.wrong-type", entity: "EveryForm" } as const;
    await lab().refuses(insert({ large: 5 }), { ...refusal, property: "large" });
    await lab().refuses(insert({ small: 5n }), { ...refusal, property: "small" });
    await lab().refuses(insert({ small: "5" }), { ...refusal, property: "small" });
    // @ts-expect-error: an Edm.Int64 is a bigint
    const typed = () => lab().service.entities(EveryForm).insert({ partition: "p", row: "r", large: 5 });
    await lab().refuses(typed, { ...refusal, property: "large" });
  });

  it("of rows without a definition is held to the same range", async () => {
    await lab().accepts(() => lab().write({ a: edm.int32(2 ** 31 - 1), b: edm.int64(2n ** 63n - 1n) }));
    const refusal = { code: "value.out-of-range", entity: "rows" } as const;
    await lab().refuses(() => lab().write({ a: edm.int32(2 ** 31) }), { ...refusal, property: "a" });
    await lab().refuses(() => lab().write({ b: edm.int64(2n ** 63n) }), { ...refusal, property: "b" });
  });
});

describeRule(20, "Edm.Double", ({ lab }) => {
  it.each([
    [5, "5.0"],
    [0, "0.0"],
    [-0, "-0.0"],
    [0.1, "0.1"],
    [1e21, "1e+21"],
    [5e-324, "5e-324"],
    [Number.NaN, '"NaN"'],
    [Number.POSITIVE_INFINITY, '"Infinity"'],
    [Number.NEGATIVE_INFINITY, '"-Infinity"'],
  ])("%d is annotated and written as %s", async (ratio, json) => {
    const key = { partition: "p", row: "r" };
    const forms = lab().service.entities(EveryForm);
    const member = (name: string) => `"${name}@odata.type":"Edm.Double","${name}":${json}`;
    const [request] = await lab().accepts(() => forms.insertOrReplace({ ...key, ratio }));
    expect(String(request?.body)).toContain(member("ratio"));
    expect((await forms.getOrThrow(key)).ratio).toBe(ratio);
    const [row] = await lab().accepts(() => lab().write({ d: edm.double(ratio) }));
    expect(String(row?.body)).toContain(member("d"));
  });
  it("of another JavaScript type is refused", async () => {
    const refusal = { code: "value.wrong-type", entity: "rows", property: "d" } as const;
    await lab().refuses(() => lab().write({ d: edm.double("5" as never) }), refusal);
    await lab().refuses(() => lab().write({ d: edm.double(5n as never) }), refusal);
  });
});

describeRule(21, "Edm.Guid", ({ lab }) => {
  const lower = "c9da6455-213d-42c9-9a79-3e9149a57833";
  const upper = "C9DA6455-213D-42C9-9A79-3E9149A57833";
  it("is written lower-case as a value and in a filter", async () => {
    const forms = lab().service.entities(EveryForm);
    const [request] = await lab().accepts(() => forms.insertOrReplace({ partition: "p", row: "r", guid: upper }));
    expect(parseBody(request)).toMatchObject({ "guid@odata.type": "Edm.Guid", guid: lower });
    const query = forms.query({ partition: "p" }).where({ guid: upper });
    expect(query.explain().filters).toEqual([`PartitionKey eq 'p' and guid eq guid'${lower}'`]);
    expect((await query.toArray()).map(({ guid }) => guid)).toEqual([lower]);
  });
  it.each([
    "c9da6455-213d-42c9-9a79-3e9149a5783g",
    "c9da6455-213d-42c9-9a79-3e9149a578330",
    "----",
    "{c9da6455-213d-42c9-9a79-3e9149a57833}",
  ] as const)("%s is refused", async (id) => {
    const forms = lab().service.entities(EveryForm);
    const refusal = { code: "value.out-of-range", entity: "EveryForm", property: "guid" } as const;
    await lab().refuses(() => forms.insert({ partition: "p", row: "r", guid: id }), refusal);
  });
  it("of another shape is a type error", () => {
    // @ts-expect-error: 8-4-4-4-12 digits
    edm.guid("c9da6455213d42c99a793e9149a57833");
    expect(edm.guid(upper)).toEqual({ type: "Edm.Guid", value: upper });
  });
});

describeRule(22, "Edm.Binary", ({ lab }) => {
  it("is base64 of the view's own bytes", async () => {
    const all = new Uint8Array([1, 2, 3, 254, 255]);
    const view = all.subarray(1, 4);
    const [request] = await lab().accepts(() =>
      lab().service.entities(EveryForm).insertOrReplace({ partition: "p", row: "r", bytes: view }),
    );
    expect(parseBody(request)).toMatchObject({ "bytes@odata.type": "Edm.Binary", bytes: "AgP+" });
    const { bytes } = await lab().service.entities(EveryForm).getOrThrow({ partition: "p", row: "r" });
    expect(bytes).toEqual(new Uint8Array([2, 3, 254]));
    expect(bytes?.buffer.byteLength).toBe(3);
  });
  it.each([[[1, 2]], ["AQ=="], [new ArrayBuffer(2)], [new Uint16Array(2)]])("%o is refused", async (value) => {
    const refusal = { code: "value.wrong-type", entity: "rows", property: "x" } as const;
    await lab().refuses(() => lab().write({ x: edm.binary(value as never) }), refusal);
  });
});
