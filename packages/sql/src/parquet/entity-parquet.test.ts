import type { EntityPayload } from "@tablewright/runtime/lines";
import { describe, expect, it } from "vitest";
import { Account } from "../../../generator/src/emit/golden/club/expected/index.js";
import { Contact } from "../../../generator/src/emit/golden/evolution/expected/index.js";
import { Profile } from "../../../generator/src/emit/golden/json/expected/index.js";
import { Cat } from "../../../generator/src/emit/golden/kind-property/expected/index.js";
import { Page } from "../../../generator/src/emit/golden/large-values/expected/index.js";
import { Legacy } from "../../../generator/src/emit/golden/stored-names/expected/index.js";
import { entityParquet, tableParquet } from "./entity-parquet.js";
import type { ParquetRelation } from "./parquet-relation.js";

const Timestamp = "2026-11-22T10:00:00Z";

/** Returns the columns of one row that have values, besides those of every row. */
function held(relation: ParquetRelation, row: Readonly<Record<string, unknown>>) {
  const values = relation.valuesOf([{ PartitionKey: "p", RowKey: "r", Timestamp, ...row } as unknown as EntityPayload]);
  const named = relation.columns.map(({ name }, index) => [name, values[index]?.[0]] as const);
  return Object.fromEntries(named.slice(5).filter(([, value]) => value !== null));
}

const namesOf = ({ columns }: ParquetRelation) => columns.slice(5).map(({ name }) => name);

describe("a property that earlier definitions stored otherwise", () => {
  const relation = entityParquet(Contact.$schema as never);
  const keys = { PartitionKey: "team!red", RowKey: "contact!000007" };
  const own = { team: "red", no: 7, score: 0, state: "new", flags: "[]" };
  /** Members that reads of a Contact need. */
  const whole = {
    ...keys,
    kind: "contact",
    email: "e",
    externalId: "x",
    visits: "5",
    "visits@odata.type": "Edm.Int64",
  };

  it("is found under its former names, of which the first counts", () => {
    expect(held(relation, { ...keys, mail: "former" })).toEqual({ ...own, email: "former" });
    expect(held(relation, { ...keys, eMail: "first" })).toEqual({ ...own, email: "first" });
    expect(held(relation, { ...keys, mail: "a", email: "b", eMail: "c" })).toEqual({
      ...own,
      email: "b",
      _rest: '{"mail@odata.type":"Edm.String","mail":"a","eMail@odata.type":"Edm.String","eMail":"c"}',
    });
    expect(held(relation, { ...keys, group: "blue", status: "known" })).toEqual({
      ...own,
      team: "blue",
      state: "known",
    });
    expect(held(relation, { ...keys, tags: '["x"]' })).toEqual({ ...own, flags: '["x"]' });
  });

  it("has the value that reads convert from another Edm type", () => {
    expect(held(relation, { ...whole, seenAt: "2024-01-01T00:00:00.000Z" })).toEqual({
      ...own,
      email: "e",
      externalId: "x",
      visits: 5n,
      seenAt: 1_704_067_200_000_000n,
    });
    const { "visits@odata.type": _, ...withText } = whole;
    expect(held(relation, withText)).toMatchObject({ visits: 5n });
    const guid = "c9da6455-213d-42c9-9a79-3e9149a57833";
    expect(held(relation, { ...whole, externalId: guid, "externalId@odata.type": "Edm.Guid" })).toMatchObject({
      externalId: guid,
    });
    expect(held(relation, { ...whole, rating: "7", "rating@odata.type": "Edm.Int64" })).toMatchObject({ score: 7 });
  });

  it("has no value if reads cannot convert what is stored, which is kept under _rest", () => {
    expect(held(relation, { ...whole, seenAt: "yesterday" })).toEqual({
      ...own,
      email: "e",
      externalId: "x",
      visits: 5n,
      _rest: '{"seenAt@odata.type":"Edm.String","seenAt":"yesterday"}',
    });
    expect(held(relation, { ...keys, visits: "many" })).toEqual({
      ...own,
      _rest: '{"visits@odata.type":"Edm.String","visits":"many"}',
    });
  });
});

describe("a property that is stored in parts", () => {
  const relation = entityParquet(Page.$schema as never);

  it("has a column for each part, the first under the name of the property", () => {
    const names = ["html", "html_1", "html_2", "html_3", "log", "Log1", "Log2"];
    expect(namesOf(relation).filter((name) => /^(?:html|log)/i.test(name))).toEqual(names);
    const data = { Data0: "AA==", "Data0@odata.type": "Edm.Binary" };
    const row = { PartitionKey: "u", RowKey: "page", html: "a", html_1: "b", Log: "c", Log2: "d", ...data };
    expect(held(relation, row)).toEqual({
      url: "u",
      html: "a",
      html_1: "b",
      log: "c",
      Log2: "d",
      state: Buffer.from([0]),
      settings: '{"theme":"dark"}',
    });
  });

  it("has no default, because its parts are not joined", () => {
    expect(held(relation, { PartitionKey: "u", RowKey: "page" })).toEqual({ url: "u", settings: '{"theme":"dark"}' });
  });
});

describe("the columns of an entity", () => {
  it("leave out its kind", () => {
    const account = { PartitionKey: "b", RowKey: "account!0000000007", kind: "account" };
    expect(held(entityParquet(Account.$schema as never), account)).toEqual({ bank: "b", account: 7, balance: 0 });
    const cat = { PartitionKey: "ann", RowKey: "tom", Species: "cat", kind: "x" };
    expect(held(entityParquet(Cat.$schema as never), cat)).toEqual({
      owner: "ann",
      name: "tom",
      lives: 9,
      _rest: '{"kind@odata.type":"Edm.String","kind":"x"}',
    });
  });

  it("are JSON for properties of JSON, which hold no other text", () => {
    const relation = entityParquet(Profile.$schema as never);
    const types = Object.fromEntries(relation.columns.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({ id: "VARCHAR", anything: "JSON", home: "JSON", _rest: "JSON" });
    const row = { PartitionKey: "a", RowKey: "profile", anything: '{"a": 1}', home: "{" };
    expect(held(relation, row)).toEqual({
      id: "a",
      anything: '{"a": 1}',
      _rest: '{"home@odata.type":"Edm.String","home":"{"}',
    });
  });

  it("have the names of the definition, not the stored ones", () => {
    const relation = entityParquet(Legacy.$schema as never);
    expect(namesOf(relation).slice(0, 5)).toEqual(["id", "total_1", "Total_2", "maker", "proto"]);
    expect(relation.columns.find(({ name }) => name === "proto")).toEqual({
      name: "proto",
      type: "BIGINT",
      edm: "Edm.Int64",
      property: "__proto__",
    });
    expect(held(relation, { Id: "i", Total: 0.5, total: 1.5, constructor: "c", 名前: 5 })).toEqual({
      id: "i",
      total_1: 0.5,
      Total_2: 1.5,
      maker: "c",
      größe: 5,
      json: false,
    });
  });

  it("name the stored property, except those that are none", () => {
    const relation = tableParquet("Shop", { n: "Edm.Int32" });
    expect(relation.columns.map(({ name, property }) => [name, property])).toEqual([
      ["PartitionKey", undefined],
      ["RowKey", undefined],
      ["Timestamp", undefined],
      ["Timestamp_100ns", undefined],
      ["_deleted", undefined],
      ["n", "n"],
      ["_rest", undefined],
    ]);
  });
});
