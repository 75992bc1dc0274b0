import { beforeAll, expect } from "vitest";
import { Login } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

describeTargets("a separator of two characters", targets, ({ running, it }) => {
  const logins = () => running().service.entities(Login);
  beforeAll(() => running().service.createTables([Login]));

  it("keeps values apart that hold it, or end where it begins", async () => {
    const pairs = [
      ["a", "b"],
      ["a:", "b"],
      ["a", ":b"],
      ["a::b", ""],
      ["a", ":"],
      ["", "a::b"],
    ] as const;
    for (const [tenant, user] of pairs) await logins().insert({ tenant, user, provider: "x:y" });
    for (const [tenant, user] of pairs) {
      const [row, ...others] = await logins().query({ tenant, user }).toArray();
      expect([row, others]).toMatchObject([{ tenant, user, provider: "x:y" }, []]);
      expect(Login.parseKey(Login.key({ tenant, user, provider: "x:y" }))).toEqual({ tenant, user, provider: "x:y" });
    }
    expect(Login.key({ tenant: "a:", user: "b", provider: "x:y" })).toEqual({
      partitionKey: "a~3a::b",
      rowKey: "login::x:y",
    });
    expect(await logins().scan().count()).toBe(pairs.length);
  });

  it("ends a prefix, and may be in a last raw value, which takes what is left", async () => {
    const rows = logins().query({ tenant: "a", user: "b" }).rowKey.startsWith({});
    expect(rows.explain().filters).toEqual(["PartitionKey eq 'a::b' and RowKey ge 'login::' and RowKey lt 'login:;'"]);
    for (const provider of ["x::y", "x:"]) {
      await logins().insert({ tenant: "raw", user: "b", provider });
      expect(await logins().get({ tenant: "raw", user: "b", provider })).toMatchObject({ provider });
    }
  });
});
