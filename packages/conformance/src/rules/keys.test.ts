import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { EveryForm, Keeper, OddNames } from "../tables.gen/index.js";
import { findings } from "./define.js";
import { describeRule } from "./describe-rule.js";
import { openLab, parseBody } from "./lab.js";

const forbidden = ["/", "\\", "#", "?", "\u0000", "\t", "\n", "\r", "\u001f", "\u007f", "\u0080", "\u009f"];
const named = (character: string) => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

describeRule(13, "characters of keys", ({ kind, lab }) => {
  const forms = () => lab().service.entities(EveryForm);
  it.each(forbidden)("%j is refused", async (character) => {
    const text = `a${character}b`;
    const code = "key.forbidden-character";
    const says = [named(character), "index 1"];
    const partition = { code, entity: "EveryForm", property: "partition", says } as const;
    const row = { ...partition, property: "row" };
    await lab().refuses(() => forms().insert({ partition: text, row: "r" }), partition);
    await lab().refuses(() => forms().insertOrMerge({ partition: "p", row: text }), row);
    await lab().refuses(() => forms().get({ partition: "p", row: text }), row);
    await lab().refuses(() => forms().delete({ partition: "p", row: text }, { ifMatch: "*" }), row);
    await lab().refuses(() => forms().merge({ partition: "p", row: text }, {}, { ifMatch: "*" }), row);
    await lab().refuses(() => forms().query({ partition: text }).toArray(), partition);
    await lab().refuses(() => lab().write({}, { rowKey: text }), { code, entity: "rows", property: "RowKey", says });
    await lab().refuses(() => lab().write({}, { partitionKey: text }), {
      code,
      entity: "rows",
      property: "PartitionKey",
      says,
    });
  });
  it.each(["\u00a0", "'", '"', "&", "+", " ", "=", ";", "(", ")", "名前", "😀", "\ue000", "é", ".", ".."])(
    "%j is accepted",
    async (text) => {
      const key = { partition: text, row: text };
      await lab().accepts(() => forms().insert(key));
      expect(await forms().get(key)).toMatchObject(key);
      expect(await forms().query({ partition: text }).count()).toBe(1);
      expect(await forms().delete(key, { ifMatch: "*" })).toBe(true);
    },
  );
  it("all of them are escaped where the key part is not raw", async () => {
    const id = forbidden.join("x");
    const odd = () => lab().service.entities(OddNames);
    const init = {
      id,
      etag: "",
      timestamp: new Date(0),
      kind: "",
      maker: 1n,
      proto: 1n,
      text: "",
      json: true,
      later: 1,
      total: 1,
      Total: 1,
      größe: 1,
      名前: "",
    };
    // Cosmos reserves the name `etag`.
    if (kind === "cosmos") await lab().accepts(() => expect(odd().get({ id })).resolves.toBeUndefined());
    else {
      await lab().accepts(() => odd().insert(init));
      expect((await odd().getOrThrow({ id })).id).toBe(id);
    }
  });
});

describe("rule 13: characters of keys in definitions", () => {
  it.each(forbidden)("%j is refused in a literal", (character) => {
    const rowKey = `() => [${JSON.stringify(`a${character}b`)}]`;
    expect(findings({ rowKey })).toEqual(["key.literal-character"]);
  });
  it.each(["a b", "名前", "'", "\u00a0"])("%j is accepted in a literal", (text) =>
    expect(findings({ rowKey: `() => [${JSON.stringify(text)}]` })).toEqual([]),
  );
});

describeRule(14, "length of keys", ({ kind, lab }) => {
  const forms = () => lab().service.entities(EveryForm);
  const longRow = kind === "cosmos" ? "r" : "r".repeat(1_024);
  it.each([512, 513, 1_024])("%i units are sent", async (units) => {
    const key = { partition: "名".repeat(units), row: longRow };
    await lab().accepts(() => forms().insert(key));
    expect(await forms().get(key)).toMatchObject(key);
  });
  it("1,025 units are refused", async () => {
    const says = [1_025, 1_024];
    const refusal = { code: "key.too-long", entity: "EveryForm", property: "PartitionKey", says } as const;
    const key = { partition: "k".repeat(1_025), row: "r" };
    await lab().refuses(() => forms().insert(key), refusal);
    await lab().refuses(() => forms().get(key), refusal);
    await lab().refuses(() => forms().query(key).toArray(), refusal);
    await lab().refuses(() => lab().write({}, { rowKey: "k".repeat(1_025) }), {
      code: "key.too-long",
      entity: "rows",
      property: "RowKey",
      says,
    });
  });
  it("513 units are refused where maxKeyUnits is 512", async () => {
    const strict = await openLab(kind, { maxKeyUnits: 512 });
    const insert = (units: number) => () =>
      strict.service.entities(EveryForm).insert({ partition: "k".repeat(units), row: "r" });
    await strict.accepts(insert(512));
    await strict.refuses(insert(513), {
      code: "key.too-long",
      entity: "EveryForm",
      property: "PartitionKey",
      says: [513, 512],
    });
  });
  it("a RowKey has at most 255 bytes of UTF-8 on Cosmos", async () => {
    const insert = (row: string) => () => forms().insertOrReplace({ partition: "p", row });
    await lab().accepts(insert(`${"é".repeat(127)}a`));
    if (kind === "storage") await lab().accepts(insert("é".repeat(128)));
    else
      await lab().refuses(insert("é".repeat(128)), {
        code: "key.too-long",
        entity: "EveryForm",
        property: "RowKey",
        says: [256, 255],
      });
  });
});

describe("rule 14: length of keys in definitions", () => {
  const id = (maxLength: number, part = "k.id.raw") => ({
    properties: `{ id: edm.string({ maxLength: ${maxLength} }) }`,
    partitionKey: `(k) => [${part}]`,
  });
  it("a key that can exceed 512 units is a warning", () => {
    expect(findings(id(512))).toEqual([]);
    expect(findings(id(513))).toEqual(["key.may-be-too-long"]);
  });
  it("a key that always exceeds 1,024 units is an error", () => {
    const rowKey = (units: number) => ({ rowKey: `() => ["${"k".repeat(units)}"]` });
    expect(findings(rowKey(1_025))).toEqual(["key.too-long"]);
    expect(findings(rowKey(1_024))).toEqual(["key.may-be-too-long"]);
    expect(findings(rowKey(512))).toEqual([]);
  });
});

describeRule(15, "empty keys", ({ kind, lab }) => {
  it("are legal on Storage, refused on Cosmos", async () => {
    const forms = lab().service.entities(EveryForm);
    const rows = lab().service.table("rows");
    const key = { partition: "", row: "" };
    if (kind === "storage") {
      await lab().accepts(() => forms.insert({ ...key, text: "x" }));
      expect((await forms.getOrThrow(key)).text).toBe("x");
      expect(await forms.query({ partition: "" }).count()).toBe(1);
      await lab().accepts(() => lab().write({}, { partitionKey: "", rowKey: "" }));
      expect(await rows.delete({ partitionKey: "", rowKey: "" }, { ifMatch: "*" })).toBe(true);
    } else {
      const refusal = { code: "key.empty", entity: "EveryForm" } as const;
      await lab().refuses(() => forms.insert({ partition: "", row: "r" }), { ...refusal, property: "PartitionKey" });
      await lab().refuses(() => forms.get({ partition: "p", row: "" }), { ...refusal, property: "RowKey" });
      await lab().refuses(() => forms.query({ partition: "" }).toArray(), { ...refusal, property: "PartitionKey" });
      const scope = lab().service.partition(EveryForm.partition({ partition: "" }));
      await lab().refuses(() => scope.query(EveryForm).toArray(), {
        code: "key.empty",
        entity: "everyform",
        property: "PartitionKey",
      });
      await lab().refuses(() => rows.get({ partitionKey: "p", rowKey: "" }), {
        code: "key.empty",
        entity: "rows",
        property: "RowKey",
      });
    }
  });
});

describe("rule 15: empty keys in definitions", () => {
  it("are refused for Cosmos", () => {
    const empty = {
      properties: "{ name: edm.string({ maxLength: 10 }) }",
      partitionKey: "(k) => [k.name]",
      rowKey: `() => [""]`,
    };
    expect(findings(empty)).toEqual([]);
    expect(findings(empty, "cosmos")).toEqual(["key.cosmos-empty"]);
  });
});

/** Parses the keys in a URL as the service does. */
function keysOf(url: string): { readonly PartitionKey: string; readonly RowKey: string } | undefined {
  const [, partitionKey, rowKey] = /\(PartitionKey='(.*)',RowKey='(.*)'\)/.exec(url) ?? [];
  if (partitionKey === undefined || rowKey === undefined) return undefined;
  const read = (text: string) => decodeURIComponent(text).replaceAll("''", "'");
  return { PartitionKey: read(partitionKey), RowKey: read(rowKey) };
}

/** Parses the operations of a change set as text. */
function partsOf(body: unknown): string[] {
  return String(body).split("--changeset_").slice(1, -1);
}

describeRule(16, "both keys in every write", ({ lab }) => {
  const partition = "o'brien & 名前 +";
  const key = (row: string) => ({ partition, row });
  const rows = ["50% + 'a'", "é=b;c", "(d)"];

  it("insert, merge, replace and upserts carry them in the body, equal to those of the URL", async () => {
    const forms = lab().service.entities(EveryForm);
    for (const row of rows) {
      const requests = await lab().accepts(async () => {
        await forms.insert({ ...key(row), text: "a" });
        await forms.merge(key(row), { small: 1 }, { ifMatch: "*" });
        await forms.replace({ ...key(row), small: 2 }, { ifMatch: "*" });
        await forms.insertOrMerge({ ...key(row), text: "b" });
        await forms.insertOrReplace({ ...key(row), small: 3 });
        await forms.modify(key(row), () => ({ set: { text: "c" }, unset: ["small"] }));
        const table = lab().service.table("everyform");
        await table.merge({ partitionKey: partition, rowKey: row }, { flag: edm.boolean(true) }, { ifMatch: "*" });
      });
      const writes = requests.filter(({ method }) => method !== "GET");
      expect(writes).toHaveLength(7);
      for (const [index, write] of writes.entries()) {
        const expected = { PartitionKey: partition, RowKey: row };
        expect(parseBody(write)).toMatchObject(expected);
        expect(keysOf(write.url)).toEqual(index === 0 ? undefined : expected);
        expect(String(write.body)).not.toContain("Timestamp");
      }
    }
  });

  it("delete carries them in the URL", async () => {
    const forms = lab().service.entities(EveryForm);
    const [request] = await lab().accepts(() => forms.delete(key(rows[0] ?? ""), { ifMatch: "*" }));
    expect(keysOf(request?.url ?? "")).toEqual({ PartitionKey: partition, RowKey: rows[0] });
    expect(request?.body ?? "").toBe("");
  });

  it("parts of a transaction carry them too", async () => {
    const keepers = lab().service.entities(Keeper);
    const base = { partition, text: "a", small: 1 };
    for (const row of rows) await keepers.insertOrReplace({ ...base, row });
    const [first = "", second = "", third = ""] = rows;
    const [request] = await lab().accepts(() =>
      lab().service.transaction(Keeper.partition({ partition }), (tx) => {
        tx.merge(Keeper, { row: first }, { small: 2 }, { ifMatch: "*" });
        tx.replace(Keeper, { ...base, row: second }, { ifMatch: "*" });
        tx.delete(Keeper, { row: third }, { ifMatch: "*" });
        tx.insert(Keeper, { ...base, row: `${third} b` });
        tx.insertOrMerge(Keeper, { ...base, row: `${third} c` });
        tx.insertOrReplace(Keeper, { ...base, row: `${third} d` });
      }),
    );
    const parts = partsOf(request?.body);
    expect(parts).toHaveLength(6);
    const partitionKey = `keeper!${partition}`;
    const written = [first, second, third, `${third} b`, `${third} c`, `${third} d`];
    for (const [index, part] of parts.entries()) {
      const [, url = ""] = /^\w+ (\S+) HTTP/m.exec(part) ?? [];
      const expected = { PartitionKey: partitionKey, RowKey: written[index] };
      expect(keysOf(url)).toEqual(index === 3 ? undefined : expected);
      const [, body] = /^(\{.*\})\r$/m.exec(part) ?? [];
      if (index === 2) expect(body).toBeUndefined();
      else expect(JSON.parse(body ?? "")).toMatchObject(expected);
      expect(part).not.toContain("Timestamp");
    }
  });

  it("items of a bulk carry them too, alone or packed", async () => {
    const keepers = lab().service.entities(Keeper);
    const items = ["one", "two", "two", "two"].map((part, index) => ({
      insertOrReplace: { partition: `${part} ${partition}`, row: `${rows[1]} ${index}`, text: "a", small: 1 },
    }));
    const requests = await lab().accepts(async () => {
      for await (const { ok } of keepers.bulk(items)) expect(ok).toBe(true);
    });
    const texts = requests.flatMap(({ method, url, body }) =>
      url.endsWith("/$batch") ? partsOf(body) : [`${method} ${url} HTTP/1.1\n${String(body)}\r`],
    );
    const written = texts.map((text) => {
      const [, url = ""] = /^\w+ (\S+) HTTP/m.exec(text) ?? [];
      const [, body = ""] = /^(\{.*\})\r$/m.exec(text) ?? [];
      expect(JSON.parse(body)).toMatchObject(keysOf(url) ?? { PartitionKey: "in the URL" });
      expect(body).not.toContain("Timestamp");
      return keysOf(url)?.RowKey;
    });
    expect(written.sort()).toEqual(items.map(({ insertOrReplace: { row } }) => row));
  });
});
