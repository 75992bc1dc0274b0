import { beforeAll, describe, expect, it } from "vitest";
import { type AccessPolicy, checkAccessPolicies, readAccessPolicies, writeAccessPolicies } from "./access-policies.js";
import { loadXmlParser, parseXml } from "./xml.js";

beforeAll(loadXmlParser);

const named = (count: number): AccessPolicy[] => Array.from({ length: count }, (_, n) => ({ id: `p${n}` }));

describe("access policies", () => {
  it.each<[string, unknown, string]>([
    ["no list", { id: "a" }, "they are an object, not an array"],
    ["6 policies", named(6), "there are 6 of them; the maximum is 5"],
    ["no Id", [{}], "one of them has no Id"],
    ["an empty Id", [{ id: "" }], 'the Id "" has 0 characters; it must have 1 to 64'],
    ["a long Id", [{ id: "x".repeat(90) }], `the Id "${"x".repeat(80)}" has 90 characters; it must have 1 to 64`],
    ["one Id twice", [{ id: "a" }, { id: "b" }, { id: "a" }], 'the Id "a" occurs twice'],
    ...["\u0000", "\u001f", "\ufffe", "\uffff", "\ud800", "\udfff"].map((character): [string, unknown, string] => [
      `the character ${JSON.stringify(character)}`,
      [{ id: `a${character}` }],
      `the Id ${JSON.stringify(`a${character}`)} contains a character that XML does not allow`,
    ]),
  ])("with %s are rejected", (_, policies, reason) => {
    expect(() => checkAccessPolicies(policies as never)).toThrow(
      expect.objectContaining({
        code: "administration.invalid",
        message: `The access policies cannot be set: ${reason}.`,
      }),
    );
  });

  it.each([null, undefined, 5])("that hold %s are rejected", (policy) => {
    expect(() => checkAccessPolicies([policy as never])).toThrow(
      expect.objectContaining({ code: "administration.invalid" }),
    );
  });

  it.each([[[]], [named(5)], [[{ id: "x" }, { id: "x".repeat(64) }]], [[{ id: " é😀\ufffd" }]]])(
    "are taken: %j",
    (policies) => {
      expect(() => checkAccessPolicies(policies)).not.toThrow();
    },
  );

  it("are read as they were written, with times in seconds", () => {
    const policies: AccessPolicy[] = [
      { id: "a", startsOn: new Date("2026-01-01T00:00:00.999Z"), permissions: { add: true } },
      { id: "b", expiresOn: new Date("2026-01-02T00:00:00Z"), permissions: {} },
      { id: "c" },
    ];
    const none = { startsOn: undefined, expiresOn: undefined, permissions: undefined };
    const granted = { query: false, add: true, update: false, delete: false };
    expect(readAccessPolicies(parseXml(writeAccessPolicies(policies)))).toEqual([
      { ...none, id: "a", startsOn: new Date("2026-01-01T00:00:00Z"), permissions: granted },
      { ...none, id: "b", expiresOn: new Date("2026-01-02T00:00:00Z"), permissions: { ...granted, add: false } },
      { ...none, id: "c" },
    ]);
  });

  it("are read without what is missing, and without a time that is none", () => {
    const policy = "<AccessPolicy><Start>soon</Start><Expiry></Expiry></AccessPolicy>";
    const text = `<SignedIdentifiers><Other/><SignedIdentifier>${policy}</SignedIdentifier></SignedIdentifiers>`;
    expect(readAccessPolicies(parseXml(text))).toEqual([
      { id: "", startsOn: undefined, expiresOn: undefined, permissions: undefined },
    ]);
  });
});
