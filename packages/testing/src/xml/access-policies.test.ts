import { describe, expect, it } from "vitest";
import { limits } from "../rules/limits.js";
import { parseAccessPolicies, writeAccessPolicies } from "./access-policies.js";

const identifier = (id: string, policy = "") => `<SignedIdentifier><Id>${id}</Id>${policy}</SignedIdentifier>`;
const policyOf = (members: string) => identifier("p", `<AccessPolicy>${members}</AccessPolicy>`);
const read = (elements: string, root = "SignedIdentifiers") =>
  parseAccessPolicies(`<${root}>${elements}</${root}>`, limits.storage);

const refused = expect.objectContaining({ code: "InvalidXmlDocument" });

describe("access policies", () => {
  it("are read as they are written", () => {
    const text = `<SignedIdentifiers>${identifier("a &amp; b", "<AccessPolicy><Start>2020-01-01T00:00:00.0000000Z</Start><Expiry>2030-12-31T23:59:59.1234567Z</Expiry><Permission>raud</Permission></AccessPolicy>")}${identifier("bare")}</SignedIdentifiers>`;
    const policies = parseAccessPolicies(text, limits.storage);
    expect(policies).toEqual([
      {
        id: "a & b",
        start: "2020-01-01T00:00:00.0000000Z",
        expiry: "2030-12-31T23:59:59.1234567Z",
        permission: "raud",
      },
      { id: "bare" },
    ]);
    expect(writeAccessPolicies(policies)).toBe(text);
  });

  it.each(["", " \r\n", "<SignedIdentifiers/>", "<SignedIdentifiers />"])("are none in %j", (body) => {
    expect(parseAccessPolicies(body, limits.storage)).toEqual([]);
    expect(writeAccessPolicies([])).toBe("<SignedIdentifiers />");
  });

  it.each<[string, string, object]>([
    ["a start alone", "<Start>2020-01-01T00:00:00Z</Start>", { start: "2020-01-01T00:00:00.0000000Z" }],
    ["an expiry alone", "<Expiry>2020-01-01</Expiry>", { expiry: "2020-01-01T00:00:00.0000000Z" }],
    ["a permission alone", "<Permission>r</Permission>", { permission: "r" }],
    ["empty members", "<Start></Start><Expiry/><Permission/>", {}],
  ])("may have %s", (_, members, found) => {
    expect(read(policyOf(members))).toEqual([{ id: "p", ...found }]);
  });

  it("take white space as a part of an Id", () => {
    expect(read(identifier(" a "))).toEqual([{ id: " a " }]);
  });

  it("are at most 5, with an Id of at most 64 characters", () => {
    expect(read(identifier("x").repeat(5))).toHaveLength(5);
    expect(() => read(identifier("x").repeat(6))).toThrow(refused);
    expect(read(identifier("x".repeat(64)))).toHaveLength(1);
    expect(() => read(identifier("x".repeat(65)))).toThrow(refused);
  });

  it.each([
    ["no Id", "<SignedIdentifier></SignedIdentifier>"],
    ["an empty Id", identifier("")],
    ["another element", "<Identifier><Id>a</Id></Identifier>"],
    ["an unknown permission", policyOf("<Permission>x</Permission>")],
    ["an unknown permission before a known one", policyOf("<Permission>xr</Permission>")],
    ["an unknown permission after a known one", policyOf("<Permission>rx</Permission>")],
    ["a start that is no time", policyOf("<Start>today</Start>")],
    ["an expiry that is no time", policyOf("<Expiry>2020-13-01T00:00:00Z</Expiry>")],
  ])("are refused with %s", (_, elements) => {
    expect(() => read(elements)).toThrow(refused);
  });

  it("are refused under another root", () => {
    expect(() => read(identifier("a"), "Policies")).toThrow(refused);
  });
});
