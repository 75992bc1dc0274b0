import { beforeAll, describe, expect } from "vitest";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";
import { changes, type PropertyChange } from "./changes.js";
import { buildProgram, findRefusals, type Program } from "./program.js";

const ids = (rows: Iterable<object>) => [...rows].map((row) => (row as { readonly userId: string }).userId).sort();

describeTargets("evolution", targets, ({ running, target, it }) => {
  describe.each(changes)("$name", (change) => {
    const { before, after, safe, written, property, values, isFilledIn } = change;
    let earlier: Program;
    let later: Program;
    let table: string;
    beforeAll(async () => {
      earlier = buildProgram(before);
      later = buildProgram(safe, earlier);
      table = `Users${changes.indexOf(change)}`;
      const users = view(earlier);
      await running().service.tables.create(table);
      await users.insert({ userId: "a", ...written[0] });
      await running()
        .service.withTables({ Users: table })
        .transaction(earlier.User.partition({}), (tx) => {
          tx.insert(earlier.User, { userId: "b", ...written[1] });
        });
      const fresh = (value: unknown) => (value === undefined ? {} : { [property]: value });
      await view(later).insert({ userId: "c", ...fresh(values[0]) });
      await view(later).insert({ userId: "d", ...fresh(values[1]) });
    });
    const view = ({ User }: Program) => running().service.withTables({ Users: table }).entities(User);

    const isRefused = (operators: readonly string[]) =>
      target.kind === "cosmos" && operators.some((operator) => change.refusedOnCosmos?.includes(operator));
    /** Expects a condition to find these rows, or to be refused on Cosmos DB if one of its operators is. */
    const expectFound = async (where: object, operators: readonly string[], expected: readonly string[]) => {
      const find = async () => ids(await view(later).query({}).where(where).toArray({ max: 9 }));
      if (isRefused(operators)) await expect(find()).rejects.toMatchObject({ code: "query.not-evaluated" });
      else expect(await find()).toEqual(expected);
    };

    it(`${change.name}: it is refused in these words, and taken with what they advise`, () => {
      expect(findRefusals(after, earlier)).toEqual([change.refusal]);
      expect(findRefusals(safe, earlier)).toEqual([]);
    });

    it(`${change.name}: each row is read, by key, by query and by select`, async () => {
      const users = view(later);
      const all = [values[0], values[1], values[0], values[1]];
      for (const [index, userId] of ["a", "b", "c", "d"].entries()) {
        expect((await users.getOrThrow({ userId }))[property]).toEqual(all[index]);
      }
      const query = users.query({});
      expect((await query.toArray({ max: 9 })).map((user) => user[property])).toEqual(all);
      expect((await query.select("userId", property).toArray({ max: 9 })).map((user) => user[property])).toEqual(all);
      expect((await users.getMany([{ userId: "a" }, { userId: "d" }])).map((user) => user?.[property])).toEqual([
        all[0],
        all[3],
      ]);
      expect(await query.count()).toBe(4);
    });

    if (!isFilledIn) {
      it(`${change.name}: conditions find each row by its value`, async () => {
        const isThere = values[1] !== undefined;
        const all = isThere ? ["a", "b", "c", "d"] : ["a", "c"];
        await expectFound({ [property]: values[0] }, ["eq"], ["a", "c"]);
        await expectFound({ [property]: { in: isThere ? values : [values[0]] } }, ["in"], all);
        await expectFound({ [property]: { ne: values[0] } }, ["ne"], isThere ? ["b", "d"] : []);
        await expectFound({ $not: { [property]: values[0] } }, ["$not"], ["b", "d"]);
        for (const condition of [{ eq: values[0] }, ...change.conditions]) {
          await expectFound({ [property]: condition }, Object.keys(condition), ["a", "c"]);
        }
      });
    }

    it(`${change.name}: rows are changed in transactions, merged and modified`, async () => {
      const users = view(later);
      const service = running().service.withTables({ Users: table });
      const [first] = values;
      await service.transaction(later.User.partition({}), (tx) => {
        tx.merge(later.User, { userId: "b" }, { [property]: first }, { ifMatch: "*" });
        tx.insertOrReplace(later.User, { userId: "e", [property]: first });
      });
      await users.modify({ userId: "a" }, (user) => ({ set: { [property]: user[property] } }));
      const all = await users.query({}).toArray({ max: 9 });
      expect(
        all.filter((user) => ["a", "b", "e"].includes(String(user["userId"]))).map((user) => user[property]),
      ).toEqual([first, first, first]);
      await users.merge({ userId: "b" }, { [property]: values[1] ?? first }, { ifMatch: "*" });
      expect((await users.getOrThrow({ userId: "b" }))[property]).toEqual(values[1] ?? first);
    });

    it(`${change.name}: deleteWhere deletes what the condition finds`, async () => {
      const users = view(later);
      const remove = async () => users.deleteWhere(users.query({}).where({ [property]: values[0] }), { max: 9 });
      const refused = isRefused(["eq"]);
      if (refused) await expect(remove()).rejects.toMatchObject({ code: "query.not-evaluated" });
      const deleted = refused ? 0 : (await remove()).deleted;
      const left = ids(await users.query({}).toArray({ max: 9 }));
      expect(deleted + left.length).toBe(5);
      expect(left).toEqual(refused ? ["a", "b", "c", "d", "e"] : expectedLeft(change));
    });
  });
});

/**
 * Returns the rows that have the second value. Omits those that have it only as a default of reads: it is not stored, so no condition finds
 * it.
 */
function expectedLeft({ isFilledIn, values }: PropertyChange): readonly string[] {
  if (isFilledIn) return values[0] === values[1] ? [] : ["b", "d"];
  return values[1] === undefined ? ["d"] : ["b", "d"];
}
