import { describe, expect, it } from "vitest";
import { SharedKeyCredential } from "../auth/shared-key.js";
import { accountSasVectors, tableSasVectors } from "../test/account/sas-vectors.js";
import { testKeys } from "../test/account/shared-key-vectors.js";
import { accountSas } from "./account-sas.js";
import { type TableSasOptions, tablePermissionLetters, tableSas } from "./table-sas.js";

const credential = new SharedKeyCredential("myaccount", testKeys.myaccount);
const expiresOn = new Date("2099-01-01T00:00:00Z");
const invalid = expect.objectContaining({ code: "administration.invalid" });

describe("table SAS", () => {
  it.each(tableSasVectors)("is what a second implementation gives: $name", ({ account, options, token }) => {
    expect(tableSas(new SharedKeyCredential(account, testKeys[account]), options)).toBe(token);
  });

  it.each<[string, Partial<TableSasOptions>]>([
    ["no permission", { permissions: {} }],
    ["no expiry", { expiresOn: undefined }],
    ["an invalid date", { expiresOn: new Date(Number.NaN) }],
    ["an empty policy id", { policy: "" }],
    ["a policy id of 65 characters", { policy: "x".repeat(65) }],
    ["no table", { table: undefined as never }],
    ["an address that is none", { ip: "everywhere" }],
    ["text before an address", { ip: "x1.2.3.4" }],
    ["text after an address", { ip: "1.2.3.4x" }],
    ["three addresses", { ip: "1.2.3.4-1.2.3.5-1.2.3.6" }],
  ])("is refused with %s", (_, change) => {
    const options: TableSasOptions = { table: "Shop", permissions: { query: true }, expiresOn, ...change };
    expect(() => tableSas(credential, options)).toThrow(invalid);
  });
});

it("a table SAS has the letters of its permissions in order, and the empty keys of its range", () => {
  const permissions = { delete: true, update: true, add: true, query: true };
  const none = { partitionKey: "", rowKey: "" };
  const token = tableSas(credential, { table: "Shop", permissions, expiresOn, from: none, to: none });
  expect(token).toMatch(/^sv=2019-02-02&se=2099-01-01T00%3A00%3A00Z&sp=raud&sig=[^&]+&tn=Shop&srk=&spk=&epk=&erk=$/);
});

it.each([
  ["query", "r"],
  ["add", "a"],
  ["update", "u"],
  ["delete", "d"],
])("a table SAS that allows %s has the letter %s alone", (name, letter) => {
  expect(tablePermissionLetters({ query: false, [name]: true })).toBe(letter);
});

it("a table SAS may name a policy by an Id of 64 characters", () => {
  expect(tableSas(credential, { table: "Shop", policy: "x".repeat(64) })).toContain(`si=${"x".repeat(64)}`);
});

describe("account SAS", () => {
  it.each(accountSasVectors)("is what the emulator accepts: $name", ({ account, options, token }) => {
    expect(accountSas(new SharedKeyCredential(account, testKeys[account]), options)).toBe(token);
  });

  it("covers the table service and all its resources by default", () => {
    const token = accountSas(credential, { permissions: { update: true, read: true, create: true }, expiresOn });
    expect(token).toMatch(/^sv=2019-02-02&ss=t&srt=sco&se=2099-01-01T00%3A00%3A00Z&sp=rcu&sig=/);
  });

  it.each([
    ["read", "r"],
    ["write", "w"],
    ["delete", "d"],
    ["list", "l"],
    ["add", "a"],
    ["create", "c"],
    ["update", "u"],
    ["process", "p"],
  ])("that allows %s has the letter %s alone", (name, letter) => {
    const token = accountSas(credential, { permissions: { [name]: true }, expiresOn });
    expect(new URLSearchParams(token).get("sp")).toBe(letter);
  });

  it("has all its letters in the order of the service, however they are passed", () => {
    const names = ["process", "update", "create", "add", "list", "delete", "write", "read"];
    const token = accountSas(credential, {
      permissions: Object.fromEntries(names.map((name) => [name, true])),
      ...{ services: ["f", "q", "t", "b"], resourceTypes: ["o", "c", "s"], protocol: "https", ip: "1.2.3.4" },
      ...{ startsOn: new Date("2098-01-01T00:00:00.999Z"), expiresOn },
    });
    const query = Object.fromEntries(new URLSearchParams(token));
    expect(query).toMatchObject({ ss: "btqf", srt: "sco", sp: "rwdlacup", spr: "https", sip: "1.2.3.4" });
    expect(query["st"]).toBe("2098-01-01T00:00:00Z");
  });

  it("is refused without a permission, a service, a type of resource or a valid date", () => {
    expect(() => accountSas(credential, { permissions: {}, expiresOn })).toThrow(invalid);
    expect(() => accountSas(credential, { permissions: { read: true }, services: [], expiresOn })).toThrow(invalid);
    expect(() => accountSas(credential, { permissions: { read: true }, resourceTypes: [], expiresOn })).toThrow(
      invalid,
    );
    for (const never of [new Date(Number.NaN), "2027-01-01", undefined] as never[]) {
      expect(() => accountSas(credential, { permissions: { read: true }, expiresOn: never })).toThrow(invalid);
    }
  });
});
