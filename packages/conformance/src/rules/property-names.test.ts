import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { Keeper } from "../tables.gen/index.js";
import { findings, withProperties } from "./define.js";
import { describeRule } from "./describe-rule.js";
import { parseBody } from "./lab.js";

const accepted = ["_", "a1", "größe", "名前", "ⅷ", "class", "e\u0301", "a‿b", "constructor", "hasOwnProperty"];
const refused = [
  "",
  "a-b",
  "a b",
  "a.b",
  "1a",
  "@class",
  "µs",
  "ª",
  "º",
  "a\u00ad",
  "a\u200b",
  "a\ue000",
  "\uf8ff",
  "a\ufffe",
  "a\u0000",
  "a\u001f",
  "a\u007f",
  "a\u0081",
  "a\ud800",
  "\udc00",
  "😀",
  "𐀀",
];
const stored = (name: string) => withProperties(`other: edm.int32({ name: ${JSON.stringify(name)} })`);

describeRule(4, "property names", ({ lab }) => {
  it.each(accepted)("%j is accepted", async (name) => {
    const [request] = await lab().accepts(() => lab().write({ [name]: edm.int32(1) }));
    expect(Object.entries(parseBody(request))).toContainEqual([name, 1]);
  });
  it.each(refused)("%j is refused in a row without a definition", async (name) => {
    await lab().refuses(() => lab().write({ [name]: edm.int32(1) }), {
      code: "property.invalid-name",
      entity: "rows",
      property: name,
    });
  });
  it.each(refused)("%j is refused in $extra", async (name) => {
    const row = { partition: "p", row: "r", text: "", small: 1, $extra: { [name]: edm.int32(1) } };
    await lab().refuses(() => lab().service.entities(Keeper).insert(row), {
      code: "property.invalid-name",
      entity: "Keeper",
      property: name,
    });
  });
});

describe("rule 4: property names in definitions", () => {
  it.each(accepted)("%j is accepted", (name) => expect(findings(stored(name))).toEqual([]));
  it.each(refused)("%j is refused", (name) => expect(findings(stored(name))).toEqual(["property.invalid-name"]));
});

describeRule(5, "length and case of property names", ({ lab }) => {
  it("255 units are accepted, 256 refused", async () => {
    await lab().accepts(() => lab().write({ ["名".repeat(255)]: edm.int32(1) }));
    await lab().refuses(() => lab().write({ ["n".repeat(256)]: edm.int32(1) }), {
      code: "property.invalid-name",
      entity: "rows",
      property: "n".repeat(256),
      says: [256, 255],
    });
  });
  it("total and Total are two", async () => {
    await lab().accepts(() => lab().write({ total: edm.int32(1), Total: edm.int32(2) }, { rowKey: "cased" }));
    const row = await lab().service.table("rows").getOrThrow({ partitionKey: "p", rowKey: "cased" });
    expect(row.properties).toEqual({ total: edm.int32(1), Total: edm.int32(2) });
  });
});

describe("rule 5: length and case of property names in definitions", () => {
  it("255 units are accepted, 256 refused", () => {
    expect(findings(stored("n".repeat(255)))).toEqual([]);
    expect(findings(stored("n".repeat(256)))).toEqual(["property.name-too-long"]);
  });
  it("total and Total are two", () => {
    expect(findings(withProperties("total: edm.int32(), Total: edm.int32()"))).toEqual([]);
    expect(findings(withProperties('a: edm.int32({ name: "b" }), b: edm.int32()'))).toEqual([
      "property.duplicate-stored-name",
    ]);
  });
});

describeRule(6, "system names", ({ kind, lab }) => {
  const refusal = (property: string) => ({ code: "property.reserved-name", entity: "rows", property }) as const;
  it.each(["PartitionKey", "RowKey", "Timestamp"])("%s is refused", async (name) => {
    await lab().refuses(() => lab().write({ [name]: edm.string("x") }), refusal(name));
    await lab().refuses(
      () =>
        lab()
          .service.entities(Keeper)
          .insert({ partition: "p", row: "r", text: "", small: 1, $extra: { [name]: edm.int32(1) } }),
      { code: "property.reserved-name", entity: "Keeper", property: name },
    );
  });
  it.each(["odata.etag", "odata.metadata", "text@odata.type"])("%s is refused", async (property) => {
    await lab().refuses(() => lab().write({ [property]: edm.string("x") }), {
      code: "property.invalid-name",
      entity: "rows",
      property,
    });
  });
  it.each(["id", "rid", "etag", "ResourceId"])("%s is refused on Cosmos", async (name) => {
    if (kind === "cosmos") await lab().refuses(() => lab().write({ [name]: edm.string("x") }), refusal(name));
    else await lab().accepts(() => lab().write({ [name]: edm.string("x") }));
  });
  it.each(["partitionKey", "timestamp", "ID", "Etag", "_rid"])("%s is accepted", async (name) => {
    await lab().accepts(() => lab().write({ [name]: edm.string("x") }));
  });
});

describe("rule 6: system names in definitions", () => {
  it.each(["PartitionKey", "RowKey", "Timestamp", "odata.etag"])("%s is refused", (name) => {
    expect(findings(stored(name))).toEqual(["property.system-name"]);
  });
  it.each(["rid", "etag", "ResourceId"])("%s is refused for Cosmos", (name) => {
    expect(findings(stored(name))).toEqual([]);
    expect(findings(stored(name), "cosmos")).toContain("property.cosmos-name");
  });
});

describeRule(7, "names in URLs", ({ lab }) => {
  it("are percent-encoded once, as UTF-8", async () => {
    await lab().write({ größe: edm.int32(5), 名前: edm.string("50% é") }, { partitionKey: "urls" });
    const query = lab()
      .service.table("rows")
      .query("urls")
      .where({ $odata: "größe eq 5 and 名前 eq '50% é'" })
      .select("名前");
    const [request] = await lab().accepts(async () =>
      expect((await query.toArray()).map(({ properties }) => properties)).toEqual([{ 名前: edm.string("50% é") }]),
    );
    expect(request?.url).toContain("gr%C3%B6%C3%9Fe");
    expect(request?.url).toMatch(/[$]select=[^&]*%E5%90%8D%E5%89%8D/);
    expect(request?.url).toContain("50%25");
    expect(request?.url).not.toContain("%25C3");
  });
});
