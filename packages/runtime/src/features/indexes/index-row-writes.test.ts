import { describe, expect, it } from "vitest";
import type { EncodedEntity } from "../../codec/encode-entity.js";
import { Write, type WriteName } from "../../rest/write.js";
import type { IndexRowChange } from "./index-row-changes.js";
import { findTaker, joinIndexRowWrites, planLocalWrites } from "./index-row-writes.js";

const unread = `W/"datetime'0001-01-01T00%3A00%3A00.0000000Z'"`;

/** Returns an index row with these keys and contents. */
const row = (rowKey: string, body = rowKey, partitionKey = "p") => ({ partitionKey, rowKey, body }) as EncodedEntity;

interface Kind {
  readonly unique?: boolean;
  readonly global?: boolean;
  readonly name?: string;
}

function change(
  before: EncodedEntity | undefined,
  after: EncodedEntity | undefined,
  { unique = false, global = false, name = "Person.byEmail" }: Kind = {},
): IndexRowChange {
  const index = { name: "byEmail", unique, global };
  const entry = { name, table: "People" };
  return { schema: { name: "Person" }, id: { partitionKey: "p", rowKey: "1" }, index, entry, before, after } as never;
}

const textOf = ({ name, rowKey, ifMatch, body }: Write) =>
  [name, rowKey, ...(name === "delete" ? [] : [body]), ...(ifMatch === undefined ? [] : [ifMatch])].join(" ");

describe("the writes of index rows in the partition of their entity", () => {
  it.each<[string, IndexRowChange, string[]]>([
    ["a new entity", change(undefined, row("a")), ["insertOrReplace a a"]],
    ["a deleted entity", change(row("a"), undefined), ["delete a *"]],
    ["other keys", change(row("a"), row("b")), ["delete a *", "insertOrReplace b b"]],
    ["other contents", change(row("a", "1"), row("a", "2")), ["insertOrReplace a 2"]],
    ["nothing", change(row("a"), row("a")), []],
    ["no row before and after", change(undefined, undefined), []],
    ["an index in other partitions", change(row("a"), row("b"), { global: true }), []],
  ])("of %s", (_, given, expected) => {
    expect(planLocalWrites([given]).map(textOf)).toEqual(expected);
  });

  it.each<[string, IndexRowChange, string[]]>([
    ["a new entity", change(undefined, row("a"), { unique: true }), ["insert a a"]],
    ["a deleted entity", change(row("a"), undefined, { unique: true }), [`delete a ${unread}`]],
    ["other keys", change(row("a"), row("b"), { unique: true }), [`delete a ${unread}`, "insert b b"]],
    ["other contents", change(row("a", "1"), row("a", "2"), { unique: true }), [`replace a 2 ${unread}`]],
    ["nothing", change(row("a"), row("a"), { unique: true }), []],
  ])("of %s in a unique index", (_, given, expected) => {
    expect(planLocalWrites([given]).map(textOf)).toEqual(expected);
  });
});

describe("a row of a unique index that two entities of a transaction write", () => {
  const unique = { unique: true };
  const gives = change(row("a"), row("b"), unique);
  const takes = change(row("c"), row("a", "taken"), unique);
  const write = (name: WriteName, entity = "Person.byEmail") =>
    new Write(name, { name: entity, table: "People" }, { partitionKey: "p", rowKey: "a" }, undefined);

  it("is replaced where one gives up its values and the other takes them, in any order", () => {
    for (const changes of [
      [gives, takes],
      [takes, gives],
    ]) {
      for (const names of [["delete", "insert"] as const, ["insert", "delete"] as const]) {
        const joined = joinIndexRowWrites(write(names[0]), write(names[1]), changes);
        expect(typeof joined === "object" && textOf(joined)).toBe(`replace a taken ${unread}`);
      }
    }
    const added = change(undefined, row("a", "taken"), unique);
    expect(
      joinIndexRowWrites(write("delete"), write("insert"), [change(row("a"), undefined, unique), added]),
    ).toBeTypeOf("object");
  });

  it("is a violation where both would have its values", () => {
    const both = [change(undefined, row("a"), unique), change(row("c"), row("a"), unique)];
    const sentence = /writes the same values in the unique index byEmail of Person; two entities/;
    expect(joinIndexRowWrites(write("insert"), write("insert"), both)).toMatch(sentence);
    expect(joinIndexRowWrites(write("insert"), write("insert"), [gives, takes])).toMatch(sentence);
    expect(joinIndexRowWrites(write("delete"), write("insert"), both)).toMatch(sentence);
  });

  it("is none of an index that is not unique, or of no index", () => {
    const plain = [change(row("a"), row("b")), change(row("c"), row("a"))];
    expect(joinIndexRowWrites(write("delete"), write("insert"), plain)).toBeUndefined();
    expect(joinIndexRowWrites(write("delete", "Person"), write("insert", "Person"), [gives, takes])).toBeUndefined();
  });

  it("is taken over only where it is given up, by another entity of the same index that did not have it", () => {
    expect(findTaker(gives, [gives, takes])).toBe(takes);
    expect(findTaker(gives, [gives])).toBeUndefined();
    expect(findTaker(gives, [change(row("c"), row("a"), { ...unique, name: "Person.byPhone" })])).toBeUndefined();
    expect(findTaker(gives, [change(row("a", "1"), row("a", "2"), unique)])).toBeUndefined();
    expect(findTaker(gives, [change(row("c"), row("d"), unique)])).toBeUndefined();
    expect(findTaker(change(row("a", "1"), row("a", "2"), unique), [takes])).toBeUndefined();
    expect(findTaker(change(undefined, row("b"), unique), [takes])).toBeUndefined();
    expect(findTaker(change(row("a"), row("b")), [takes])).toBeUndefined();
  });

  it("is given up also where the same key moves to another partition", () => {
    expect(findTaker(change(row("a"), row("a", "a", "q"), unique), [takes])).toBe(takes);
  });
});
