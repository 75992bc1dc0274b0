import { describe, expect, it } from "vitest";
import { Contact } from "../../../../generator/src/emit/golden/evolution/expected/index.js";
import { encodeEntity } from "../../codec/encode-entity.js";
import { encodeMerge } from "../../codec/encode-merge.js";
import { type PayloadChanges, rewritePayload } from "../../codec/rewrite-payload.js";
import { idOf } from "../../codec/system-properties.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import { limits } from "../../schema/limits.js";
import { contactRow } from "../../test/contact-row.js";
import { holdsFormerNames } from "./with-former-names.js";

const { $schema } = Contact;
const key = { team: "T", no: 7 };
const init = { ...key, email: "a@b", visits: 5n, externalId: "x" as never };

const members = (body: string) => JSON.parse(body) as Record<string, unknown>;
const written = (values: object, mode: 0 | 1 = 0) =>
  members(encodeEntity($schema, { ...init, ...values }, mode, limits.storage).body);
const merged = (changes: object) => members(encodeMerge($schema, key, changes, limits.storage).body);

function rewritten(changes: PayloadChanges<never>, stored: object = {}): Record<string, unknown> {
  const payload = JSON.parse(JSON.stringify({ ...contactRow, ...stored })) as EntityPayload;
  return members(
    rewritePayload($schema, payload, Contact.parseKey(idOf(payload)), changes as never, limits.storage).body,
  );
}

describe("former names of properties", () => {
  it("are written with a whole row only if the definition keeps them", () => {
    const body = written({ phone: "1", flags: ["a"], score: 2 });
    expect(body).toMatchObject({ email: "a@b", phone: "1", tel: "1", flags: '["a"]', tags: '["a"]', rating: 2 });
    for (const name of ["mail", "eMail", "group", "constructor", "status"])
      expect(Object.hasOwn(body, name), name).toBe(false);
  });

  it.each<[string, (values: object) => Record<string, unknown>]>([
    ["a merge", merged],
    ["an insertOrMerge", (values) => written(values, 1)],
  ])("are all written with %s, which cannot remove them", (_, write) => {
    const body = write({ email: "c@d", phone: "1", score: 2, state: "known" });
    expect(body).toMatchObject({
      ...{ email: "c@d", mail: "c@d", eMail: "c@d", phone: "1", tel: "1", state: "known", status: "known" },
      ...{ rating: 2, "rating@odata.type": "Edm.Double", "constructor@odata.type": "Edm.Double" },
    });
    expect(body["constructor"]).toBe(2);
  });

  it("are not written for properties without a value", () => {
    expect(merged({ email: "c@d" })).toEqual({
      ...{ PartitionKey: "team!T", RowKey: "contact!000007" },
      ...{ email: "c@d", mail: "c@d", eMail: "c@d" },
    });
    expect(Object.hasOwn(written({}), "tel")).toBe(false);
  });
});

describe("a row with former names that is written as a whole", () => {
  const former = { email: undefined, mail: "old@b", status: "known", eMail: "older@b" };

  it("has its values under the current names", () => {
    const body = rewritten({}, former);
    expect(body).toMatchObject({ email: "old@b", state: "known" });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(["mail"]));
    for (const name of ["mail", "eMail", "status"]) expect(Object.hasOwn(body, name), name).toBe(false);
  });

  it("has changed values only under the current names", () => {
    const set = { email: 'say "mail":"x"', score: 3 };
    const body = rewritten({ set } as never, { ...former, constructor: 4, "constructor@odata.type": "Edm.Int32" });
    expect(body).toMatchObject({ email: 'say "mail":"x"', rating: 3 });
    for (const name of ["mail", "eMail", "constructor"]) expect(Object.hasOwn(body, name), name).toBe(false);
  });

  it("has no current value beside the one that is read", () => {
    expect(rewritten({}, { mail: "old@b" })).toMatchObject({ email: "a@b" });
    expect(rewritten({}, { mail: "old@b" })).not.toHaveProperty("mail");
  });

  it("keeps a former name that other programs still write", () => {
    expect(rewritten({}, { phone: "new", tel: "old" })).toMatchObject({ phone: "new", tel: "old" });
  });

  it("loses an unset property under every name", () => {
    const body = rewritten({ unset: ["phone"] } as never, { phone: "1", tel: "1" });
    for (const name of ["phone", "tel"]) expect(body).not.toHaveProperty(name);
  });
});

it("a row shows whether it has a former name", () => {
  const holds = (members: object) => holdsFormerNames($schema as never, { ...contactRow, ...members } as never);
  expect(holds({})).toBe(false);
  expect(holds({ mail: null })).toBe(false);
  expect([holds({ eMail: "a" }), holds({ group: "T" }), holds({ constructor: 5 })]).toEqual([true, true, true]);
});
