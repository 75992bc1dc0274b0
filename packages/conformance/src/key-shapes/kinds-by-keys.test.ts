import { beforeAll, expect } from "vitest";
import { LoginToken, User, UserClaim, UserLogin, UserToken } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

const id = "11111111-2222-3333-4444-555555555555";

describeTargets("kinds told apart by either key", targets, ({ running, it }) => {
  const of = () => {
    const { service } = running();
    return {
      users: service.entities(User),
      claims: service.entities(UserClaim),
      logins: service.entities(UserLogin),
      tokens: service.entities(UserToken),
      loginTokens: service.entities(LoginToken),
    };
  };

  beforeAll(async () => {
    const { users, claims, logins, tokens, loginTokens } = of();
    await running().service.createTables([User]);
    await users.insert({ name: "ann", age: 5 });
    await claims.insert({ user: "ann", claim: "role", value: "admin" });
    await logins.insert({ user: "ann", provider: "github" });
    await tokens.insert({ user: "ann", token: "t" });
    await loginTokens.insert({ id, token: "t" });
  });

  it("a scan reads only its own kind", async () => {
    const { users, claims, logins, tokens, loginTokens } = of();
    expect(await users.scan().toArray()).toMatchObject([{ $kind: "user", name: "ann" }]);
    expect(await claims.scan().toArray()).toMatchObject([{ $kind: "claim", value: "admin" }]);
    expect(await logins.scan().toArray()).toMatchObject([{ $kind: "login", provider: "github" }]);
    expect(await tokens.scan().toArray()).toMatchObject([{ $kind: "token", user: "ann" }]);
    expect(await loginTokens.scan().toArray()).toMatchObject([{ $kind: "loginToken", id }]);
    expect(await claims.scan({ parallel: 2 }).toArray()).toHaveLength(1);
    expect(await users.scan({ parallel: 2 }).count()).toBe(1);
  });

  it("by the range that suffices", () => {
    const { users, claims, logins, tokens } = of();
    const filters = (query: { explain(): { filters: readonly string[] } }) => query.explain().filters;
    const claimRange = "PartitionKey ge 'userClaim!' and PartitionKey lt 'userClaim\"'";
    expect(filters(users.scan())).toEqual(["PartitionKey eq 'user'"]);
    expect(filters(users.query({}))).toEqual(["PartitionKey eq 'user'"]);
    expect(filters(claims.scan())).toEqual([claimRange]);
    expect(filters(claims.query({ user: "ann" }))).toEqual(["PartitionKey eq 'userClaim!ann'"]);
    const loginRange = "PartitionKey ge 'userLogin!' and PartitionKey lt 'userLogin\"'";
    expect(filters(tokens.scan())).toEqual([`${loginRange} and RowKey ge 'token!' and RowKey lt 'token"'`]);
    expect(filters(tokens.query({ user: "ann" }))).toEqual([
      "PartitionKey eq 'userLogin!ann' and RowKey ge 'token!' and RowKey lt 'token\"'",
    ]);
    expect(filters(logins.query({ user: "ann" }))).toEqual([
      "PartitionKey eq 'userLogin!ann' and RowKey ge 'by!' and RowKey lt 'by\"'",
    ]);
  });

  it("also within a range of partitions, and where a condition names the partition", async () => {
    const { users, claims } = of();
    expect(await users.scan({ partitionKeyRange: { ge: "a" } }).toArray()).toMatchObject([{ name: "ann" }]);
    expect(await users.scan({ partitionKeyRange: { ge: "userA" } }).toArray()).toEqual([]);
    expect(await claims.scan({ partitionKeyPrefix: "user" }).toArray()).toMatchObject([{ claim: "role" }]);
    const named = claims.scan().where({ user: "ann", value: "admin" });
    expect(named.explain()).toMatchObject({ access: "partition scan" });
    expect(await named.toArray()).toHaveLength(1);
    expect(users.scan().where({ name: "ann" }).explain().access).toBe("point");
  });

  it("a row of another kind is refused", async () => {
    const { loginTokens, users } = of();
    const row = { PartitionKey: "userClaim!ann", RowKey: "role", Timestamp: "2024-01-01T00:00:00Z" };
    expect(() => User.$schema.decode({ ...row, name: "x", age: 1 }, true)).toThrow(
      expect.objectContaining({ code: "entity.wrong-kind" }),
    );
    expect(() => UserToken.$schema.decode({ ...row, PartitionKey: "userLogin!ann", RowKey: "by!x" }, true)).toThrow(
      expect.objectContaining({ code: "entity.wrong-kind" }),
    );
    expect(await users.get({ name: "role" })).toBeUndefined();
    expect(await loginTokens.get({ id, token: "x" })).toBeUndefined();
  });
});
