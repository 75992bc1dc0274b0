import type { Mismatch } from "@tablewright/runtime";
import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { beforeAll, expect, it } from "vitest";
import { EveryForm, Keeper } from "../tables.gen/index.js";
import { describeRule } from "./describe-rule.js";
import { openLab, parseBody } from "./lab.js";

const fitting = { kind: edm.string("keeper"), text: edm.string("a"), small: edm.int32(1) };

describeRule(25, "a stored row that does not fit", ({ kind, lab }) => {
  /** Stores a row as another program would, with its own types. */
  const store = async (row: string, changes: Readonly<Record<string, EdmValue | undefined>>) => {
    const properties = { ...fitting, ...changes };
    await lab().service.table("keepers").insertOrReplace({ partitionKey: "keeper!misfits", rowKey: row, properties });
    return { partition: "misfits", row };
  };

  it.each([
    ["decode.missing", "text", undefined, "absent"],
    ["decode.missing", "small", undefined, "absent"],
    ["decode.wrong-type", "text", edm.int32(5), "Edm.Int32"],
    ["decode.wrong-type", "text", edm.dateTime(new Date(0)), "Edm.DateTime"],
    ["decode.wrong-type", "small", edm.string("5"), "Edm.String"],
    ["decode.wrong-type", "small", edm.int64(5n), "Edm.Int64"],
    ["decode.wrong-type", "small", edm.double(5.5), "Edm.Double"],
    ["decode.wrong-type", "note", edm.boolean(true), "Edm.Boolean"],
    ["decode.wrong-type", "total", edm.string("NaN"), "Edm.String"],
  ] as const)("is %s where %s is %o", async (code, property, value, stored) => {
    const key = await store(`${code} ${property} ${value?.type}`, { [property]: value });
    const declared = { text: "Edm.String", small: "Edm.Int32", note: "Edm.String", total: "Edm.Double" }[property];
    const failure = { code, entity: "Keeper", property };
    const error: Error = await lab()
      .service.entities(Keeper)
      .get(key)
      .then(
        () => expect.fail("It fits."),
        (thrown) => thrown,
      );
    expect(error).toMatchObject(failure);
    for (const part of ["Keeper", property, stored, declared, "keeper!misfits", key.row])
      expect(error.message).toContain(part);
    await expect(lab().service.entities(Keeper).query(key).rowKey.eq({ row: key.row }).toArray()).rejects.toMatchObject(
      failure,
    );
    await expect(
      lab().service.entities(Keeper).query(key).rowKey.eq({ row: key.row }).select(property).toArray(),
    ).rejects.toMatchObject(failure);
  });

  it("is accepted where a Double is stored as a whole number, and an optional is absent", async () => {
    const key = await store("fits", { total: edm.int32(5) });
    expect(await lab().service.entities(Keeper).getOrThrow(key)).toMatchObject({ total: 5, note: undefined });
  });

  it("names every property that does not fit", async () => {
    const key = await store("several", { text: undefined, small: edm.string("x") });
    await expect(lab().service.entities(Keeper).get(key)).rejects.toMatchObject({
      code: "decode.invalid",
      problems: [
        { code: "decode.missing", property: "text" },
        { code: "decode.wrong-type", property: "small" },
      ],
    });
  });

  it("is handed to onMismatch, whose value stands for the stored one", async () => {
    const seen: Mismatch[] = [];
    const onMismatch = (mismatch: Mismatch) => {
      seen.push(mismatch);
      return mismatch.property === "text" ? "mended" : 7;
    };
    const own = await openLab(kind, { onMismatch });
    const properties = { kind: fitting.kind, small: edm.string("x") };
    await own.service.table("keepers").insert({ partitionKey: "keeper!p", rowKey: "r", properties });
    const read = await own.service.entities(Keeper).getOrThrow({ partition: "p", row: "r" });
    expect(read).toMatchObject({ text: "mended", small: 7 });
    const id = { entity: "Keeper", partitionKey: "keeper!p", rowKey: "r" };
    expect(seen).toMatchObject([
      { ...id, property: "text", stored: undefined, error: { code: "decode.missing" } },
      { ...id, property: "small", stored: "x", error: { code: "decode.wrong-type" } },
    ]);
  });

  it("is an error of its own where it is of another kind", async () => {
    const key = await store("other", { kind: edm.string("other") });
    await expect(lab().service.entities(Keeper).get(key)).rejects.toMatchObject({ code: "entity.wrong-kind" });
  });
});

describeRule(26, "undeclared properties", ({ lab }) => {
  const newer = { whole: edm.double(5), date: edm.string("2024-01-01T00:00:00Z"), vast: edm.int64(2n ** 60n) };
  const forms = () => lab().service.entities(EveryForm);
  const row = { partitionKey: "p", rowKey: "newer" };
  const key = { partition: "p", row: "newer" };
  const stored = async (table: string, id: typeof row) => (await lab().service.table(table).getOrThrow(id)).properties;

  beforeAll(async () => {
    await lab()
      .service.table("everyform")
      .insertOrReplace({ ...row, properties: { text: edm.string("a"), flag: edm.boolean(true), ...newer } });
  });

  it("are invisible by default", async () => {
    const read = await forms().getOrThrow(key);
    expect(Object.keys(read)).not.toContain("whole");
    expect(read).toMatchObject({ text: "a" });
  });

  it("are carried through modify unchanged, where it merges and where it replaces", async () => {
    await forms().modify(key, () => ({ set: { text: "b" } }));
    expect(await stored("everyform", row)).toEqual({ text: edm.string("b"), flag: edm.boolean(true), ...newer });
    await forms().modify(key, () => ({ set: { text: "c" }, unset: ["flag"] }));
    expect(await stored("everyform", row)).toEqual({ text: edm.string("c"), ...newer });
  });

  it("are lost by replace, as its documentation says", async () => {
    await forms().replace(await forms().getOrThrow(key), { ifMatch: "*" });
    expect(await stored("everyform", row)).toEqual({ text: edm.string("c") });
  });

  it('are kept under $extra with unknownProperties: "keep", and written again', async () => {
    const id = { partitionKey: "keeper!p", rowKey: "r" };
    await lab()
      .service.table("keepers")
      .insertOrReplace({ ...id, properties: { ...fitting, ...newer } });
    const keepers = lab().service.entities(Keeper);
    const read = await keepers.getOrThrow({ partition: "p", row: "r" });
    expect(read.$extra).toEqual(newer);
    const [request] = await lab().accepts(() => keepers.replace(read, { ifMatch: read.$etag }));
    expect(parseBody(request)).toMatchObject({
      "whole@odata.type": "Edm.Double",
      whole: 5,
      date: "2024-01-01T00:00:00Z",
    });
    expect(await stored("keepers", id)).toEqual({ ...fitting, total: edm.double(1), ...newer });
    const [queried] = await keepers.query({ partition: "p" }).toArray();
    expect(queried?.$extra).toEqual(newer);
  });
});
