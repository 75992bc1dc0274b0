import { describe, expect, it } from "vitest";
import { check, codesOf, type DefinitionText } from "./test/definition-text.js";

const a: DefinitionText = { name: "A", options: 'kind: "a",', rowKey: '["a", k.id]', partitionKey: '["p"]' };
const b: DefinitionText = { name: "B", options: 'kind: "b",', rowKey: '["b", k.id]', partitionKey: '["p"]' };
const scopesOf = (...entities: DefinitionText[]) => check(entities).models.map(({ kindScope }) => kindScope);

describe("how a query keeps to its kind", () => {
  it("is the leading literal of the row key, where no other entity's row key can start with it", () => {
    expect(scopesOf(a, b)).toEqual([
      { by: "row-key", prefix: "a!" },
      { by: "row-key", prefix: "b!" },
    ]);
    expect(scopesOf(a)).toEqual([{ by: "row-key", prefix: "a!" }]);
  });

  it("is the run of leading literals", () => {
    expect(scopesOf({ ...a, rowKey: '["x", "a", k.id]' }, { ...b, rowKey: '["x", "b"]' })).toEqual([
      { by: "row-key", prefix: "x!a!" },
      { by: "row-key", prefix: "x!b" },
    ]);
  });

  it("is the stored kind, where a literal is shared or there is none", () => {
    const shared = [
      { ...a, rowKey: '["x", k.id]' },
      { ...b, rowKey: '["x", k.id, "b"]' },
    ] as const;
    expect(scopesOf(...shared)).toEqual([
      { by: "kind", kindProperty: "kind", kind: "a" },
      { by: "kind", kindProperty: "kind", kind: "b" },
    ]);
    expect(scopesOf({ ...a, rowKey: "[k.id]", options: 'kind: "a", kindProperty: "type",' })).toEqual([
      { by: "kind", kindProperty: "type", kind: "a" },
    ]);
  });

  it("is the stored kind for a constant key that starts another's", () => {
    expect(scopesOf({ ...a, rowKey: '["x"]', partitionKey: "[k.id]" }, { ...b, rowKey: '["xy", k.id]' })).toEqual([
      { by: "kind", kindProperty: "kind", kind: "a" },
      { by: "row-key", prefix: "xy!" },
    ]);
  });

  it("is the partition key, where no other entity can have such partitions", () => {
    const off = "kindProperty: false,";
    const user = { ...a, options: off, partitionKey: '["user"]', rowKey: "[k.id]" };
    const claim = {
      ...b,
      options: off,
      partitionKey: '["userClaim", k.id]',
      rowKey: "[k.s]",
      properties: "s: edm.guid()",
    };
    expect(scopesOf(user, claim)).toEqual([
      { by: "partition-key", prefix: "user" },
      { by: "partition-key", prefix: "userClaim!" },
    ]);
    expect(codesOf(user, { ...claim, partitionKey: "[k.t]", properties: "s: edm.guid(), t: edm.string()" })).toEqual([
      "kind.not-distinct",
      "key.may-be-too-long",
      "kind.keys-coincide",
      "kind.not-distinct",
    ]);
    expect(codesOf(user, { ...claim, partitionKey: '["user"]' })).toContain("kind.not-distinct");
    expect(scopesOf({ ...user, options: "" })).toEqual([{ by: "table" }]);
  });

  it("is both keys, where neither tells the kind by itself", () => {
    const off = "kindProperty: false,";
    const login = { ...a, options: off, partitionKey: '["user", k.id]', rowKey: '["login"]' };
    const token = { ...b, options: off, partitionKey: '["user", k.id]', rowKey: '["token"]' };
    const other = { ...b, name: "C", options: off, partitionKey: '["app", k.id]', rowKey: '["token"]' };
    expect(scopesOf(login, token, other)).toEqual([
      { by: "row-key", prefix: "login" },
      { by: "partition-key", prefix: "user!", rowKeyPrefix: "token" },
      { by: "partition-key", prefix: "app!" },
    ]);
  });

  it("is the table itself for one entity without a kind and without a leading literal", () => {
    expect(scopesOf({ rowKey: "[k.id]", partitionKey: '["p"]' })).toEqual([{ by: "table" }]);
  });

  it("counts entities of the same table alone", () => {
    const scopes = scopesOf({ ...a, rowKey: '["x", k.id]' }, { ...b, rowKey: '["x", k.id]', table: '"Other"' });
    expect(scopes.map(({ by }) => by)).toEqual(["row-key", "row-key"]);
  });
});

describe("kinds that clash in one table", () => {
  it("are equal kinds", () => {
    expect(codesOf(a, { ...b, options: 'kind: "a",' })).toEqual(["kind.duplicate"]);
    expect(codesOf(a, { ...b, options: 'kind: "A",' })).toEqual([]);
    expect(codesOf(a, { ...b, options: 'kind: "a",', table: '"Other"' })).toEqual([]);
  });

  it("are kinds under different names", () => {
    expect(codesOf(a, { ...b, options: 'kind: "b", kindProperty: "type",' })).toEqual(["kind.property-differs"]);
  });

  it("are entities without a kind, unless they are alone", () => {
    expect(codesOf({ ...a, options: "" })).toEqual([]);
    expect(codesOf(a, { ...b, options: "" })).toEqual(["kind.missing"]);
    expect(codesOf({ ...a, options: "" }, { ...b, options: "" })).toEqual(["kind.missing", "kind.missing"]);
  });

  it("are an entity without a kind and its indexes", () => {
    const indexes = 'indexes: { byId: { rowKey: (k) => ["id", k.id] } },';
    const messages = (...entities: DefinitionText[]) => check(entities).diagnostics.map(({ message }) => message);
    expect(messages({ ...a, options: indexes })).toEqual([
      expect.stringContaining('"A" shares the table "Shop" with the rows of its indexes but has no kind'),
    ]);
    expect(messages({ ...a, options: indexes }, b)).toEqual([expect.stringContaining("with other entities but")]);
  });

  it("are entities that nothing tells apart when kindProperty is false", () => {
    const off = "kindProperty: false,";
    expect(codesOf({ ...a, options: off }, { ...b, options: off })).toEqual([]);
    expect(codesOf({ ...a, options: off }, b)).toEqual([]);
    const text = "s: edm.string({ maxLength: 40 })";
    const other = { ...b, rowKey: '["x", "b", k.id]' };
    expect(codesOf({ ...a, options: off, properties: text, rowKey: '["x", k.s.raw]' }, other)).toEqual([
      "kind.not-distinct",
      "kind.keys-coincide",
    ]);
    expect(scopesOf({ ...a, options: off, rowKey: '["x", k.id]' }, other)).toContainEqual({ by: "shape" });
  });

  it("are not those that the shapes of their keys tell apart, rows of an index among them", () => {
    const off = 'kind: "a", kindProperty: false,';
    const slug = "slug: edm.string({ maxLength: 20 }), at: edm.dateTime({ keyOnly: true })";
    const day = { ...a, options: off, properties: slug, rowKey: '[k.at.format("yyyy-MM-dd")]' };
    const indexes = (rowKey: string) => `${off} indexes: { bySlug: { rowKey: (k) => ${rowKey}, unique: true } },`;
    expect(codesOf({ ...day, options: indexes("[`s_$" + "{k.slug}`]") })).toEqual([]);
    expect(codesOf({ ...day, options: indexes("[k.slug]") })).toEqual(
      ["kind.not-distinct", "kind.not-distinct", "kind.keys-coincide"].sort(),
    );
  });

  it("are a kind and another entity's property of that name, where a filter on the kind is needed", () => {
    const other = { ...b, options: "kindProperty: false,", properties: "kind: edm.string()" };
    expect(codesOf(a, other)).toEqual([]);
    expect(codesOf({ ...a, rowKey: "[k.id]" }, other)).toEqual(["kind.property-clash"]);
  });

  it("is not said of an entity that could not be read in full", () => {
    expect(codesOf(a, { ...b, options: "kind: unknown," })).toEqual(["definition.name-not-found"]);
  });
});

describe("keys that can coincide", () => {
  it("are refused", () => {
    expect(codesOf({ ...a, rowKey: "[k.id]" }, { ...b, rowKey: "[k.id]" })).toEqual(["kind.keys-coincide"]);
    expect(codesOf({ ...a, rowKey: "[k.id]" }, { ...b, rowKey: '["b"]' })).toEqual([]);
  });

  it("are told apart by the partition too", () => {
    expect(codesOf({ ...a, rowKey: "[k.id]" }, { ...b, rowKey: "[k.id]", partitionKey: '["q"]' })).toEqual([]);
  });

  it("are found among many kinds", () => {
    const many = Array.from({ length: 60 }, (_, i) => ({
      ...a,
      name: `K${i}x`,
      options: `kind: "k${i}",`,
      rowKey: `["k${i % 59}", k.id]`,
    }));
    const { diagnostics } = check(many);
    expect(diagnostics.map(({ code, message }) => [code, message.slice(0, 6)])).toEqual([
      ["kind.keys-coincide", '"K59x"'],
    ]);
  });
});
