import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { EveryForm, Keeper } from "../tables.gen/index.js";
import { findings, withProperties } from "./define.js";
import { describeRule } from "./describe-rule.js";

const numbered = (count: number, value: (index: number) => EdmValue): Record<string, EdmValue> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value(index)]));
const declared = (count: number) =>
  withProperties(Array.from({ length: count - 1 }, (_, index) => `p${index}: edm.int32()`).join(", "));
const form = (values: object) => ({ partition: "p", row: "r", ...values });

describeRule(8, "252 properties", ({ kind, lab }) => {
  it("252 are accepted", async () => {
    await lab().accepts(() => lab().write(numbered(252, edm.int32)));
  });
  it("253 are refused on Storage", async () => {
    const write = () => lab().write(numbered(253, edm.int32));
    if (kind === "cosmos") await lab().accepts(write);
    else await lab().refuses(write, { code: "entity.too-many-properties", entity: "rows", says: [253, 252] });
  });
  it("those of $extra count, and the stored kind", async () => {
    const keepers = lab().service.entities(Keeper);
    // Besides `$extra`, the row stores text, small, total (a default) and its kind.
    const row = (count: number) => ({
      partition: "p",
      row: `${count}`,
      text: "",
      small: 1,
      $extra: numbered(count, edm.int32),
    });
    await lab().accepts(() => keepers.insert(row(248)));
    if (kind === "cosmos") await lab().accepts(() => keepers.insert(row(249)));
    else
      await lab().refuses(() => keepers.insert(row(249)), {
        code: "entity.too-many-properties",
        entity: "Keeper",
        says: [253, 252],
      });
  });
});

describe("rule 8: 252 properties in definitions", () => {
  it("252 are accepted, 253 refused", () => {
    expect(findings(declared(252))).toEqual([]);
    expect(findings(declared(253))).toEqual(["property.too-many"]);
  });
  it("the stored kind counts", () => {
    expect(findings({ ...declared(251), kind: '"row"' })).toEqual([]);
    expect(findings({ ...declared(252), kind: '"row"' })).toEqual(["property.too-many"]);
  });
});

describeRule(9, "entities of 1 MiB", ({ kind, lab }) => {
  /** Creates a row whose values and keys have this many bytes. Both keys have one character. */
  const sized = (bytes: number) => {
    const binary = (length: number) => edm.binary(new Uint8Array(length));
    return { ...numbered(15, () => edm.string("x".repeat(32_768))), rest: binary(bytes - 15 * 65_536 - 4) };
  };
  const write = (bytes: number) => () => lab().write(sized(bytes), { partitionKey: "s", rowKey: "r" });
  const MiB = 1_048_576;

  it("what stays below is accepted", async () => {
    await lab().accepts(() => lab().write(sized(MiB - 1_000)));
  });
  it("1,048,576 bytes of values and keys are left to the service", async () => {
    const response =
      kind === "cosmos"
        ? write(MiB)
        : () => expect(write(MiB)()).rejects.toMatchObject({ code: "entity.too-large", serviceCode: "EntityTooLarge" });
    await lab().accepts(response);
  });
  it("one more is refused on Storage", async () => {
    const id = { partitionKey: "s", rowKey: "s" };
    const more = () => lab().write(sized(MiB + 1), id);
    if (kind === "cosmos") await lab().accepts(more);
    else await lab().refuses(more, { code: "entity.too-large", entity: "rows", says: [MiB + 1, MiB] });
  });
});

describeRule(10, "strings of 64 KiB", ({ kind, lab }) => {
  const forms = () => lab().service.entities(EveryForm);
  it("32,768 units are accepted", async () => {
    await lab().accepts(() => lab().write({ text: edm.string("é".repeat(32_768)) }));
    await lab().accepts(() =>
      forms().insertOrReplace(form({ text: "é".repeat(32_768), document: "x".repeat(32_766) })),
    );
  });
  it("32,769 are refused on Storage", async () => {
    const calls = {
      text: { text: "é".repeat(32_769) },
      document: { document: "x".repeat(32_767) },
    };
    const says = [32_769, 32_768];
    for (const [property, values] of Object.entries(calls)) {
      const insert = () => forms().insertOrReplace(form(values));
      const merge = () => forms().merge({ partition: "p", row: "r" }, values, { ifMatch: "*" });
      if (kind === "cosmos") await lab().accepts(insert);
      else
        for (const call of [insert, merge])
          await lab().refuses(call, { code: "value.too-long", entity: "EveryForm", property, says });
    }
    const row = () => lab().write({ text: edm.string("x".repeat(32_769)) });
    if (kind === "storage")
      await lab().refuses(row, { code: "value.too-long", entity: "rows", property: "text", says });
    else await lab().accepts(row);
  });
});

describeRule(11, "binaries of 64 KiB", ({ kind, lab }) => {
  const forms = () => lab().service.entities(EveryForm);
  it("65,536 bytes are accepted", async () => {
    await lab().accepts(() => lab().write({ bytes: edm.binary(new Uint8Array(65_536)) }));
    await lab().accepts(() => forms().insertOrReplace(form({ bytes: new Uint8Array(65_536) })));
  });
  it("65,537 are refused on Storage", async () => {
    const insert = () => forms().insertOrReplace(form({ bytes: new Uint8Array(65_537) }));
    const row = () => lab().write({ bytes: edm.binary(new Uint8Array(65_537)) });
    const refusal = { code: "value.too-long", property: "bytes", says: [65_537, 65_536] } as const;
    if (kind === "cosmos") {
      await lab().accepts(insert);
      await lab().accepts(row);
    } else {
      await lab().refuses(insert, { ...refusal, entity: "EveryForm" });
      await lab().refuses(row, { ...refusal, entity: "rows" });
    }
  });
});

describeRule(12, "well-formed strings", ({ lab }) => {
  const lone = ["\ud800", "a\udc00b", "\udc00\ud800", "\ud83dx"];
  it.each(["", "\ue000\uf8ff", "😀", "\u0000\u001f\u007f", "\ufffe\uffff"])("%j is accepted", async (text) => {
    await lab().accepts(() => lab().write({ text: edm.string(text) }));
    await lab().accepts(() => lab().service.entities(EveryForm).insertOrReplace(form({ text })));
    expect((await lab().service.entities(EveryForm).getOrThrow({ partition: "p", row: "r" })).text).toBe(text);
  });
  it.each(lone)("%j is refused in values", async (text) => {
    const code = "value.not-unicode";
    await lab().refuses(() => lab().write({ text: edm.string(text) }), { code, entity: "rows", property: "text" });
    await lab().refuses(() => lab().service.entities(EveryForm).insert(form({ text })), {
      code,
      entity: "EveryForm",
      property: "text",
    });
  });
  it.each(lone)("%j is refused in keys", async (text) => {
    const code = "value.not-unicode";
    await lab().refuses(() => lab().write({}, { rowKey: text }), { code, entity: "rows", property: "RowKey" });
    await lab().refuses(() => lab().service.table("rows").get({ partitionKey: text, rowKey: "r" }), {
      code,
      entity: "rows",
      property: "PartitionKey",
    });
    await lab().refuses(() => lab().service.entities(EveryForm).get({ partition: "p", row: text }), {
      code,
      entity: "EveryForm",
      property: "row",
    });
    await lab().refuses(() => lab().service.entities(EveryForm).insert({ partition: text, row: "r" }), {
      code,
      entity: "EveryForm",
      property: "partition",
    });
  });
  it.each(lone)("%j is refused in conditions", async (text) => {
    const scan = () => lab().service.entities(EveryForm).scan();
    await lab().refuses(() => scan().where({ text }).toArray(), {
      code: "value.not-unicode",
      entity: "EveryForm",
      property: "text",
    });
  });
});
