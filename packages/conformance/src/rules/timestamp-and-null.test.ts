import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import { EveryForm, Keeper } from "../tables.gen/index.js";
import { describeRule } from "./describe-rule.js";
import { parseBody } from "./lab.js";

describeRule(17, "Timestamp", ({ kind, lab }) => {
  const key = { partition: "p", row: "timestamp" };
  const keepers = () => lab().service.entities(Keeper);

  it("of a row that was read is not sent back: by replace, upserts, insert, merge or modify", async () => {
    await keepers().insertOrReplace({ ...key, text: "a", small: 1 });
    const requests = await lab().accepts(async () => {
      const read = await keepers().getOrThrow(key);
      await keepers().replace(read, { ifMatch: read.$etag });
      await keepers().insertOrReplace(read);
      await keepers().insertOrMerge(read);
      await keepers().insert({ ...read, row: "copy" });
      await keepers().merge(key, { ...read, note: "merged" }, { ifMatch: "*" });
      await lab().service.transaction(Keeper.partition(key), (tx) => tx.replace(Keeper, read, { ifMatch: "*" }));
      await keepers().modify(key, (current) => ({ set: { ...current, note: "n" } }));
    });
    const bodies = requests.filter(({ method }) => method !== "GET").map(({ body }) => String(body));
    expect(bodies).toHaveLength(7);
    for (const body of bodies) {
      expect(body).toContain('"PartitionKey":"keeper!p"');
      expect(body).not.toMatch(/Timestamp|odata\.etag|\$etag|\$timestamp|\$kind/);
    }
    expect(await keepers().getOrThrow(key)).toMatchObject({ text: "a", small: 1, note: "n" });
  });

  it("that is given is a type error and refused; that of a row that was read is not sent", async () => {
    const refusal = { code: "value.unknown-property", entity: "Keeper", property: "Timestamp" } as const;
    const given = { ...key, row: "given", text: "a", small: 1 };
    // @ts-expect-error: only the service sets a Timestamp
    await lab().refuses(() => keepers().insert({ ...given, Timestamp: new Date(0) }), refusal);
    const timestamp = { Timestamp: new Date(0) };
    await lab().refuses(() => keepers().merge(key, { small: 2, ...timestamp }, { ifMatch: "*" }), refusal);
    const read = { $timestamp: new Date(0) };
    const [insert, merge] = await lab().accepts(async () => {
      await keepers().insert({ ...given, ...read });
      await keepers().merge(key, { small: 2, ...read }, { ifMatch: "*" });
    });
    expect(Object.keys(parseBody(insert))).not.toContain("Timestamp");
    expect(Object.keys(parseBody(merge)).sort()).toEqual(["PartitionKey", "RowKey", "small"]);
  });

  it("is a Date with its 100 ns in `$timestamp`, and a datetime literal in a filter", async () => {
    await keepers().insertOrReplace({ ...key, text: "a", small: 1 });
    const { $timestamp, $etag } = await keepers().getOrThrow(key);
    expect($timestamp).toBeInstanceOf(Date);
    // The strict service's ETag holds the Timestamp with all of its digits.
    expect(decodeURIComponent($etag)).toContain($timestamp.toISOString().replace(/0+Z$/, "").replace(/Z$/, ""));
    const find = () =>
      keepers()
        .query(key)
        .where({ $timestamp: { ge: $timestamp, le: $timestamp } });
    if (kind === "cosmos") {
      expect(find).toThrow(expect.objectContaining({ code: "query.not-evaluated" }));
      return;
    }
    const query = find();
    expect(query.explain().filters[0]).toMatch(/Timestamp ge datetime'[-\d]+T[:.\d]+Z' and Timestamp le datetime'/);
    expect((await query.toArray()).map(({ row }) => row)).toEqual([key.row]);
  });
});

describeRule(23, "strings without an annotation", ({ lab }) => {
  it("are Edm.String even where they look like something else", async () => {
    const texts = {
      at: "2024-01-01T00:00:00Z",
      id: "c9da6455-213d-42c9-9a79-3e9149a57833",
      n: "5",
      b: "true",
      x: "AQ==",
    };
    const properties = Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name}_`, edm.string(text)]));
    await lab().accepts(() => lab().write(properties, { rowKey: "texts" }));
    expect((await lab().service.table("rows").getOrThrow({ partitionKey: "p", rowKey: "texts" })).properties).toEqual(
      properties,
    );
  });
  it("are not read as the Edm type that a definition declares", async () => {
    const id = { partitionKey: "p", rowKey: "text as date" };
    await lab()
      .service.table("everyform")
      .insert({ ...id, properties: { at: edm.string("2024-01-01T00:00:00Z") } });
    await expect(lab().service.entities(EveryForm).get({ partition: "p", row: id.rowKey })).rejects.toMatchObject({
      code: "decode.wrong-type",
      entity: "EveryForm",
      property: "at",
      message: expect.stringContaining("Edm.String"),
    });
  });
});

describeRule(24, "null", ({ lab }) => {
  const key = { partition: "p", row: "null" };
  const keepers = () => lab().service.entities(Keeper);

  it("or undefined is left out where the property is optional", async () => {
    for (const note of [null, undefined]) {
      const [request] = await lab().accepts(() =>
        keepers().insertOrReplace({ ...key, text: "a", small: 1, note: note as undefined }),
      );
      expect(Object.keys(parseBody(request))).not.toContain("note");
      expect(String(request?.body)).not.toContain("null,");
    }
  });

  it("or undefined is an error where the property is required, and all of them are named", async () => {
    for (const text of [null, undefined]) {
      const insert = () => keepers().insert({ ...key, text: text as never, small: 1 });
      await lab().refuses(insert, { code: "value.missing", entity: "Keeper", property: "text" });
    }
    const error = await lab().refuses(() => keepers().insert(key as never), {
      code: "entity.invalid",
      entity: "Keeper",
    });
    expect(error.problems?.map(({ code, property }) => [code, property])).toEqual([
      ["value.missing", "text"],
      ["value.missing", "small"],
    ]);
    // @ts-expect-error: `text` is required
    await lab().refuses(() => keepers().insert({ ...key, small: 1 }), {
      code: "value.missing",
      entity: "Keeper",
      property: "text",
    });
  });

  it("or undefined in a key is an error", async () => {
    for (const row of [null, undefined]) {
      const given = { ...key, row: row as never };
      await lab().refuses(() => keepers().get(given), { code: "value.missing", entity: "Keeper", property: "row" });
      await lab().refuses(() => keepers().insert({ ...given, text: "", small: 1 }), {
        code: "value.missing",
        entity: "Keeper",
        property: "row",
      });
    }
  });

  it("or undefined in a merge leaves the stored value", async () => {
    await keepers().insertOrReplace({ ...key, text: "a", small: 1, note: "n" });
    const [request] = await lab().accepts(async () => {
      // @ts-expect-error: a merge removes nothing
      await keepers().merge(key, { small: 2, note: null }, { ifMatch: "*" });
    });
    const nothing = { code: "write.nothing", entity: "Keeper" } as const;
    await lab().refuses(() => keepers().merge(key, { text: undefined as never }, { ifMatch: "*" }), nothing);
    expect(parseBody(request)).toEqual({ PartitionKey: "keeper!p", RowKey: "null", small: 2 });
    expect(await keepers().getOrThrow(key)).toMatchObject({ text: "a", small: 2, note: "n" });
  });

  it("in a row without a definition is left out", async () => {
    const [request] = await lab().accepts(() =>
      lab().write({ a: null as never, b: undefined as never, c: edm.int32(1) }),
    );
    expect(Object.keys(parseBody(request))).toEqual(["PartitionKey", "RowKey", "c"]);
  });

  it("in an answer is an absent value", async () => {
    await keepers().insertOrReplace({ ...key, text: "a", small: 1 });
    const [row] = await keepers().query(key).select("note", "small").toArray();
    expect(row).toEqual({ small: 1, $etag: expect.any(String) });
    const [bare] = await lab().service.table("keepers").query("keeper!p").select("note", "small").toArray();
    expect(bare?.properties).toEqual({ small: edm.int32(1) });
  });
});
