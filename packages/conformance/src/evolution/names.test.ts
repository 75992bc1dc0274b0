import { edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";
import { buildProgram } from "./program.js";

const earlier = buildProgram("mail: edm.string(), note: edm.string().optional(),");
const renamed = 'email: edm.string({ formerly: ["mail"] }), remark: edm.string({ formerly: ["note"] }).optional(),';
const later = buildProgram(renamed, earlier);
const keeping = buildProgram(renamed.replaceAll('"] })', '"], keepFormer: true })'), earlier);

describeTargets("former names", targets, ({ running, target, it }) => {
  beforeAll(() => running().service.tables.create("Users"));
  const users = ({ User }: typeof later) => running().service.entities(User);
  /** Returns the stored values of a row by name, without its key and kind. */
  const stored = async (userId: string) => {
    const row = await running()
      .service.table("Users")
      .get({ partitionKey: "users", rowKey: `user!${userId}` });
    const { kind: _, userId: __, ...properties } = row?.properties ?? {};
    return Object.fromEntries(Object.entries(properties).map(([name, { value }]) => [name, value]));
  };
  /** Expects a condition on both names to find these numbers of rows. Cosmos DB does not evaluate it, so it is not sent there. */
  const expectFound = async (count: (email: string) => Promise<number>, found: Readonly<Record<string, number>>) => {
    for (const [email, expected] of Object.entries(found)) {
      if (target.kind !== "cosmos") expect(await count(email)).toBe(expected);
      else await expect(count(email)).rejects.toMatchObject({ code: "query.not-evaluated" });
    }
  };
  const insertEarlier = (userId: string) => users(earlier).insert({ userId, mail: "old", note: "n" });

  it("are not written by an insert, and dropped by a replace", async () => {
    await insertEarlier("replaced");
    const read = await users(later).getOrThrow({ userId: "replaced" });
    await users(later).replace(read, { ifMatch: read.$etag });
    expect(await stored("replaced")).toEqual({ email: "old", remark: "n" });
    await users(later).insertOrReplace({ userId: "replaced", email: "new" });
    expect(await stored("replaced")).toEqual({ email: "new" });
  });

  it("are selected with the present ones", () => {
    const { select } = users(later).query({}).select("email").explain();
    expect(select).toEqual(["PartitionKey", "RowKey", "kind", "email", "mail"]);
  });

  it("give way to the present ones in a row that modify changes, whatever the change", async () => {
    await insertEarlier("modified");
    await users(later).modify({ userId: "modified" }, () => ({ set: { email: "new" } }));
    expect(await stored("modified")).toEqual({ email: "new", remark: "n" });
    await insertEarlier("modified2");
    await users(later).modify({ userId: "modified2" }, () => ({ unset: ["remark"] }));
    expect(await stored("modified2")).toEqual({ email: "old" });
    await insertEarlier("unchanged");
    await users(later).modify({ userId: "unchanged" }, () => undefined);
    expect(await stored("unchanged")).toEqual({ mail: "old", note: "n" });
  });

  it("get the value that a merge gives the present one, and are passed over where they hold another", async () => {
    await insertEarlier("merged");
    await users(later).merge({ userId: "merged" }, { email: "new" }, { ifMatch: "*" });
    expect(await stored("merged")).toEqual({ email: "new", mail: "new", note: "n" });
    const row = { partitionKey: "users", rowKey: "user!merged", properties: { mail: edm.string("old") } };
    await running().service.table("Users").insertOrMerge(row);
    expect(await users(later).get({ userId: "merged" })).toMatchObject({ email: "new", remark: "n" });
    const rows = async (email: string) => users(later).query({}).where({ userId: "merged", email }).count();
    await expectFound(rows, { old: 0, new: 1 });
    await users(later).insertOrMerge({ userId: "merged", email: "newer" });
    expect(await users(later).get({ userId: "merged" })).toMatchObject({ email: "newer" });
    await users(later).modify({ userId: "merged" }, () => ({ set: { remark: "m" } }));
    expect(await stored("merged")).toEqual({ email: "newer", remark: "m" });
  });

  it("are no unknown properties, and those that are stay", async () => {
    await insertEarlier("more");
    const row = {
      partitionKey: "users",
      rowKey: "user!more",
      properties: { other: edm.int64(7n), size: edm.double(5) },
    };
    await running().service.table("Users").insertOrMerge(row);
    await users(later).modify({ userId: "more" }, () => ({ set: { email: "new" } }));
    expect(await stored("more")).toEqual({ email: "new", remark: "n", other: 7n, size: 5 });
    const { User } = buildProgram(renamed.replace("email", "address").replace('["mail"', '["email", "mail"'), later);
    expect(await running().service.entities(User).get({ userId: "more" })).toMatchObject({ address: "new" });
  });

  it("with keepFormer are written and read, so that programs of both definitions see each other's writes", async () => {
    await insertEarlier("kept");
    expect(await users(keeping).get({ userId: "kept" })).toMatchObject({ email: "old", remark: "n" });
    await users(keeping).merge({ userId: "kept" }, { email: "from later" }, { ifMatch: "*" });
    expect(await users(earlier).get({ userId: "kept" })).toMatchObject({ mail: "from later", note: "n" });
    await users(earlier).merge({ userId: "kept" }, { mail: "from earlier" }, { ifMatch: "*" });
    expect(await users(keeping).get({ userId: "kept" })).toMatchObject({ email: "from earlier" });
    const rows = async (email: string) => users(keeping).query({}).where({ userId: "kept", email }).count();
    await expectFound(rows, { "from later": 0, "from earlier": 1 });
    await users(keeping).modify({ userId: "kept" }, () => ({ unset: ["remark"] }));
    expect(await users(earlier).get({ userId: "kept" })).toMatchObject({ mail: "from earlier", note: undefined });
    await users(keeping).insertOrReplace({ userId: "kept", email: "whole" });
    expect(await stored("kept")).toEqual({ email: "whole", mail: "whole" });
  });
});
