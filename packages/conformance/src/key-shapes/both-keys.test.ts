import { edm } from "@tablewright/runtime/edm";
import { beforeAll, beforeEach, expect } from "vitest";
import { Session } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

describeTargets("one property in both keys", targets, ({ running, it }) => {
  const sessions = () => running().service.entities(Session);
  const id = "a/1 ~é";
  const key = { partitionKey: "a~2f1 ~7eé", rowKey: "a~2f1 ~7eé" };

  beforeAll(() => running().service.createTables([Session]));
  beforeEach(async () => {
    await sessions().insertOrReplace({ id, user: "ann" });
    await sessions().insertOrReplace({ id: "b", user: "bob" });
  });

  it("finds, changes and deletes a row by the one value", async () => {
    const read = await sessions().getOrThrow({ id });
    expect(read).toMatchObject({ id, user: "ann" });
    await sessions().merge({ id }, { user: "eve" }, { ifMatch: read.$etag });
    expect((await sessions().get({ id }))?.user).toBe("eve");
    expect(await sessions().delete({ id }, { ifMatch: "*" })).toBe(true);
    expect(await sessions().get({ id })).toBeUndefined();
    expect(await sessions().get({ id: "b" })).toMatchObject({ user: "bob" });
  });

  it("queries by the value, and scans the table", async () => {
    expect(await sessions().query({ id }).toArray()).toMatchObject([{ id, user: "ann" }]);
    expect(await sessions().scan().where({ user: "bob" }).toArray()).toMatchObject([{ id: "b" }]);
    expect(await sessions().scan().count()).toBe(2);
  });

  it("reads a point where a condition of a scan gives the value", async () => {
    const rows = sessions().scan().where({ id, user: "ann" });
    const filter = `PartitionKey eq '${key.partitionKey}' and RowKey eq '${key.rowKey}' and user eq 'ann'`;
    expect(rows.explain()).toMatchObject({ access: "point", filters: [filter] });
    expect(await rows.toArray()).toMatchObject([{ id }]);
  });

  it("needs the value once in a transaction", async () => {
    await running().service.transaction(Session.partition({ id: "c" }), (tx) => tx.insert(Session, { user: "cat" }));
    expect(await sessions().get({ id: "c" })).toMatchObject({ id: "c", user: "cat" });
    expect(await sessions().delete({ id: "c" }, { ifMatch: "*" })).toBe(true);
  });

  it("reads the value from keys that agree, and from no others", async () => {
    expect(Session.key({ id })).toEqual(key);
    expect(Session.parseKey(key)).toEqual({ id });
    expect(() => Session.parseKey({ ...key, rowKey: "b" })).toThrow(
      expect.objectContaining({
        code: "key.malformed",
        message: expect.stringContaining('"a/1 ~é" in the other part'),
      }),
    );
    const [other, properties] = [{ partitionKey: "b", rowKey: "c" }, { user: edm.string("eve") }];
    await running()
      .service.table("sessions")
      .insertOrReplace({ ...other, properties });
    await expect(sessions().query({ id: "b" }).toArray()).rejects.toMatchObject({ code: "key.malformed" });
    await running().service.table("sessions").delete(other, { ifMatch: "*" });
  });
});
