import { describe, expect, it } from "vitest";
import { Contact } from "../../../generator/src/emit/golden/evolution/expected/index.js";
import { findMismatches } from "../rows/find-mismatches.js";
import { decodeTableRow } from "../rows/table-row.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { contactRow } from "../test/contact-row.js";
import { lacks } from "./column.js";
import { decodeEntity } from "./decode-entity.js";
import { compileProjection } from "./decode-projection.js";

function decode(changes: object): Contact {
  return decodeEntity(Contact.$schema, { ...contactRow, ...changes } as unknown as EntityPayload, true);
}

describe("a row of a former definition", () => {
  it.each<[string, object, Partial<Contact>]>([
    ["a former name", { email: undefined, mail: "c@d" }, { email: "c@d" }],
    ["the last of the former names", { email: undefined, eMail: "e@f" }, { email: "e@f" }],
    ["the first of several former names", { email: null, mail: "c@d", eMail: "e@f" }, { email: "c@d" }],
    ["its current name if there are both", { mail: "c@d" }, { email: "a@b" }],
    ["its former name if that is still written", { phone: "new", tel: "old" }, { phone: "old" }],
    ["a former name of the key", { team: undefined, group: "T" }, { team: "T" }],
    ["a former type", { "visits@odata.type": undefined, visits: 6 }, { visits: 6n }],
    ["another former type", { "visits@odata.type": undefined, visits: "7" }, { visits: 7n }],
    ["a former name that every object has", { constructor: 3, "constructor@odata.type": "Edm.Int32" }, { score: 3 }],
    ["a former name with its former type", { "constructor@odata.type": "Edm.Int64", constructor: "4" }, { score: 4 }],
    ["a former text", { seenAt: "2024-01-02T00:00:00.000Z" }, { seenAt: new Date("2024-01-02T00:00:00Z") }],
    ["a choice under a former name", { status: "known" }, { state: "known" }],
    ["a document under a former name", { tags: '["a"]' }, { flags: ["a"] }],
    ["nothing", {}, { phone: undefined, score: 0, seenAt: undefined, state: "new", flags: [] }],
  ])("has the value under %s", (_, changes, values) => {
    expect(decode(changes)).toMatchObject(values);
    for (const name of Object.keys(values)) {
      const row = { ...contactRow, ...changes } as unknown as EntityPayload;
      const selected = compileProjection(Contact.$schema, [name]).decode(row, true);
      expect(selected[name]).toEqual(values[name as keyof Contact]);
    }
  });

  it.each<[string, object, string]>([
    ["no value under any name", { email: undefined }, "is absent; the definition requires Edm.String"],
    ["another type than those", { "visits@odata.type": "Edm.Double", visits: 5.5 }, "is stored as Edm.Double 5.5"],
    ["another choice", { status: "odd" }, 'is stored as "odd"; the definition allows "new", "known"'],
    [
      "another type under a former name",
      { email: undefined, mail: 5 },
      "is stored as Edm.Int32 or Edm.Double 5, not as Edm.String",
    ],
  ])("is refused if a property has %s", (_, changes, message) => {
    expect(() => decode(changes)).toThrow(message);
  });

  it("has its keys read only if it lacks a property of the key under every name", () => {
    const { team } = Contact.$schema.properties as never as Record<"team", Parameters<typeof lacks>[1]>;
    const row = (members: object) => members as EntityPayload;
    expect([{ team: "T" }, { group: "T" }, { group: null }, {}].map((each) => lacks(row(each), team))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(decode({ team: undefined, group: undefined }).team).toBe("T");
    expect(() => decode({ team: undefined, group: "U" })).toThrow(
      expect.objectContaining({ code: "decode.key-mismatch", property: "team" }),
    );
  });

  it("asks for every name of a selected property", () => {
    const identity = ["PartitionKey", "RowKey", "kind"];
    expect(compileProjection(Contact.$schema, ["email", "score"]).select).toEqual([
      ...identity,
      "email",
      "mail",
      "eMail",
      "rating",
      "constructor",
    ]);
  });

  it("has no mismatch where a former name or type is read", () => {
    const former = { ...contactRow, email: undefined, mail: "c@d", "visits@odata.type": undefined, visits: 5 };
    const row = JSON.parse(JSON.stringify(former)) as EntityPayload;
    expect(findMismatches(Contact, decodeTableRow("Contacts", row))).toEqual([]);
  });
});
