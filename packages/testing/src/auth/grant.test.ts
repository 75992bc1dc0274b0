import { describe, expect, it } from "vitest";
import { authorizeAccount, authorizedRange, authorizeEntities, authorizeOwner, type Grant } from "./grant.js";

const owner: Grant = { kind: "owner" };
const account = (permissions: string, resourceTypes: string): Grant => ({
  kind: "account-sas",
  permissions,
  resourceTypes,
});
const table = (permissions: string, bounds: Extract<Grant, { kind: "table-sas" }>["bounds"] = {}): Grant => ({
  kind: "table-sas",
  table: "shop",
  permissions,
  bounds,
});

/** Returns the error code of a rejected authorization, or undefined if it is granted. */
function refusal(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

describe("what a request may do", () => {
  it.each<[string, Grant, string | undefined]>([
    ["the owner", owner, undefined],
    ["an account SAS", account("raud", "sco"), "AuthorizationFailure"],
    ["a table SAS", table("raud"), "AuthorizationFailure"],
  ])("as the owner alone may, for %s", (_, grant, code) => {
    expect(refusal(() => authorizeOwner(grant))).toBe(code);
  });

  it.each<[string, Grant, "s" | "c", string, string | undefined]>([
    ["the owner", owner, "s", "w", undefined],
    ["a table SAS", table("raud"), "c", "r", "AuthorizationFailure"],
    ["one of the permissions", account("a", "c"), "c", "wa", undefined],
    ["none of the permissions", account("r", "c"), "c", "wa", "AuthorizationPermissionMismatch"],
    ["no permission", account("", "c"), "c", "r", "AuthorizationPermissionMismatch"],
    ["another resource", account("r", "so"), "c", "r", "AuthorizationResourceTypeMismatch"],
    ["the service", account("r", "s"), "s", "r", undefined],
  ])("with the account, with %s", (_, grant, type, permissions, code) => {
    expect(refusal(() => authorizeAccount(grant, type, permissions))).toBe(code);
  });

  it.each<[string, Grant, string, string | undefined]>([
    ["the owner", owner, "raud", undefined],
    ["each of the permissions", account("au", "o"), "au", undefined],
    ["one of the permissions", account("a", "o"), "au", "AuthorizationPermissionMismatch"],
    ["another resource", account("raud", "sc"), "r", "AuthorizationResourceTypeMismatch"],
    ["its table", table("ra"), "ra", undefined],
    ["its table without a permission", table("r"), "ra", "AuthorizationPermissionMismatch"],
  ])("with entities, with %s", (_, grant, permissions, code) => {
    const keys = { partitionKey: "p", rowKey: "r" };
    expect(refusal(() => authorizeEntities(grant, permissions, "Shop", keys))).toBe(code);
  });

  it("is nothing with another table than that of the SAS", () => {
    const keys = { partitionKey: "p", rowKey: "r" };
    expect(refusal(() => authorizeEntities(table("r"), "r", "Other", keys))).toBe("AuthorizationFailure");
    expect(refusal(() => authorizedRange(table("r"), "Other"))).toBe("AuthorizationFailure");
  });

  it("in a query needs the permission to read", () => {
    expect(refusal(() => authorizedRange(account("aud", "o"), "Shop"))).toBe("AuthorizationPermissionMismatch");
    for (const grant of [owner, account("r", "o")]) {
      expect(authorizedRange(grant, "Shop")({ partitionKey: "any", rowKey: "any" })).toBe(true);
    }
  });

  it.each([
    ["a", "z", false],
    ["b", "1", false],
    ["b", "2", true],
    ["b", "3", true],
    ["c", "0", true],
    ["c", "9", true],
    ["d", "4", true],
    ["d", "5", true],
    ["d", "6", false],
    ["e", "0", false],
  ])("within b,2 to d,5 holds %s,%s: %s", (partitionKey, rowKey, isWithin) => {
    const grant = table("r", { startPartitionKey: "b", startRowKey: "2", endPartitionKey: "d", endRowKey: "5" });
    const keys = { partitionKey, rowKey };
    expect(authorizedRange(grant, "SHOP")(keys)).toBe(isWithin);
    expect(refusal(() => authorizeEntities(grant, "r", "Shop", keys))).toBe(
      isWithin ? undefined : "AuthorizationFailure",
    );
  });

  it.each([
    ["a", "9", false, true],
    ["b", "0", true, true],
    ["b", "9", true, true],
    ["c", "0", true, false],
  ])("within bounds without RowKeys that begin or end with b holds %s,%s", (partitionKey, rowKey, after, before) => {
    const keys = { partitionKey, rowKey };
    expect(authorizedRange(table("r", { startPartitionKey: "b" }), "Shop")(keys)).toBe(after);
    expect(authorizedRange(table("r", { endPartitionKey: "b" }), "Shop")(keys)).toBe(before);
  });
});
