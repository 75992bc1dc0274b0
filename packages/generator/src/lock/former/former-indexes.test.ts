import { describe, expect, it } from "vitest";
import { lockOfText } from "../test/evolve.js";
import { formerIndexes, formerTables } from "./former-indexes.js";

interface Definition {
  readonly table?: string;
  readonly kind?: string;
  readonly indexes?: string;
  readonly name?: string;
}

function definition({ table = "Users", kind = '"user"', indexes = "", name = "User" }: Definition): string {
  return `export const ${name} = entity({
  table: "${table}", kind: ${kind},
  properties: { id: edm.string({ maxLength: 64 }), mail: edm.string({ maxLength: 64 }), town: edm.string({ maxLength: 64 }) },
  partitionKey: () => ["users"],
  rowKey: (k) => ["${name}", k.id],
  indexes: { ${indexes} },
});
`;
}

/** Accepts definitions one after the other, and returns the lock of the last. */
function lockAfter(...definitions: string[]): string {
  let lock: string | undefined;
  for (const text of definitions) lock = lockOfText(text, lock, true).lock;
  return lock ?? "";
}

const byMail = 'byMail: { rowKey: (k) => ["mail", k.mail] },';
const byTown = 'byTown: { rowKey: (k) => ["town", k.town] },';
const elsewhere = 'byTown: { table: "Towns", partitionKey: (k) => ["town", k.town], rowKey: () => ["user"] },';

const namesOf = (lock: string, entity = "User") =>
  formerIndexes(lock)
    .get(entity)
    ?.map(({ index }) => index);

describe("the indexes of former definitions", () => {
  it("are none where all are still there", () => {
    expect(namesOf(lockAfter(definition({ indexes: byMail + byTown })))).toEqual([]);
    const first = definition({ indexes: byMail });
    expect(namesOf(lockAfter(first, definition({ indexes: byMail + byTown })))).toEqual([]);
  });

  it("are those that were removed, with table and kind, also after further changes", () => {
    const lock = lockAfter(
      definition({ indexes: byMail + byTown }),
      definition({ indexes: byTown }),
      definition({}),
      definition({ indexes: byMail.replace("byMail", "byAddress") }),
    );
    expect(formerIndexes(lock).get("User")).toEqual([
      { index: "byMail", table: "Users", kind: "user.byMail", kindProperty: "kind" },
      { index: "byTown", table: "Users", kind: "user.byTown", kindProperty: "kind" },
    ]);
  });

  it("are no longer those that came back", () => {
    const both = definition({ indexes: byMail + byTown });
    expect(namesOf(lockAfter(both, definition({}), definition({ indexes: byTown })))).toEqual(["byMail"]);
  });

  it("include one that was moved to another table, but not one of a table in another case", () => {
    const moved = lockAfter(definition({ indexes: byTown }), definition({ indexes: elsewhere }));
    expect(formerIndexes(moved).get("User")).toEqual([
      { index: "byTown", table: "Users", kind: "user.byTown", kindProperty: "kind" },
    ]);
    const recased = elsewhere.replace("Towns", "TOWNS");
    expect(namesOf(lockAfter(definition({ indexes: elsewhere }), definition({ indexes: recased })))).toEqual([]);
  });

  it("leave out one whose rows store no kind, because nothing determines them from others", () => {
    const noKind = (indexes: string) =>
      definition({ indexes }).replace('kind: "user"', 'kind: "user", kindProperty: false');
    expect(namesOf(lockAfter(noKind(byMail + byTown), noKind(byTown)))).toEqual([]);
  });

  it("are kept by entity", () => {
    const other = definition({ name: "Guest", kind: '"guest"', indexes: byTown });
    const lock = lockAfter(
      definition({ indexes: byMail }) + other,
      definition({}) + definition({ name: "Guest", kind: '"guest"' }),
    );
    expect([namesOf(lock), namesOf(lock, "Guest")]).toEqual([["byMail"], ["byTown"]]);
  });
});

describe("the tables of former definitions", () => {
  it("are those of former keys, each once in whatever case", () => {
    const tables = ["Users", "People", "PEOPLE", "Members"].map((table) => definition({ table }));
    expect(formerTables(lockAfter(...tables)).map((table) => table.toLowerCase())).toEqual(["users", "people"]);
    expect(formerTables(lockAfter(definition({})))).toEqual([]);
  });
});
