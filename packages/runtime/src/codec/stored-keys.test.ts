import { describe, expect, it, vi } from "vitest";
import { TableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import {
  copyStoredKeys,
  findStoredKeys,
  hasOtherKeys,
  keysRead,
  rememberKeys,
  rememberKeysRead,
} from "./stored-keys.js";

const row = { PartitionKey: "p", RowKey: "r" } as EntityPayload;
const id = { partitionKey: "p", rowKey: "r" };
const A = { name: "A" };
const B = { name: "B" };

describe("the keys of the row that an entity was read from", () => {
  it("are found by the entity and by copies with its Timestamp, for its own class", () => {
    const entity = { $timestamp: new Date(0) };
    rememberKeysRead("A", entity, row);
    for (const each of [entity, { ...entity }]) {
      expect(findStoredKeys(A, each)).toEqual({ id, made: id });
      expect(findStoredKeys(B, each)).toBeUndefined();
    }
    expect(findStoredKeys(A, { $timestamp: new Date(0) })).toBeUndefined();
    expect(keysRead("A", entity)).toEqual(id);
  });

  it("are found by the entity alone if it has no Timestamp", () => {
    for (const entity of [{}, { $timestamp: null }, { $timestamp: "2024" }]) {
      rememberKeysRead("A", entity, row);
      expect(findStoredKeys(A, entity)).toEqual({ id, made: id });
      expect(findStoredKeys(A, { ...entity })).toBeUndefined();
    }
  });

  it("differ from those that its properties make only if the reader accepted that", () => {
    const [read, accepted] = [{}, {}];
    rememberKeysRead("A", read, row);
    const made = { partitionKey: "p", rowKey: "other" };
    rememberKeys("A", accepted, { id, made });
    const others = [read, accepted].map((each) => hasOtherKeys(findStoredKeys(A, each) ?? expect.unreachable()));
    expect(others).toEqual([false, true]);
    expect(findStoredKeys(A, accepted)).toEqual({ id, made });
    expect(findStoredKeys(B, accepted)).toBeUndefined();
  });

  it("may be copied to another object", () => {
    const [read, accepted, refused] = [{}, {}, {}];
    rememberKeysRead("A", read, row);
    rememberKeys("A", accepted, { id, made: undefined });
    rememberKeys("A", refused, new TableError("decode.key-mismatch", "for reading only"));
    const [one, two, three, none] = [{}, {}, {}, {}];
    copyStoredKeys(A, read, one);
    copyStoredKeys(A, accepted, two);
    copyStoredKeys(A, refused, three);
    copyStoredKeys(A, {}, none);
    expect(findStoredKeys(A, one)).toEqual({ id, made: id });
    expect(findStoredKeys(A, two)).toEqual({ id, made: undefined });
    expect(() => findStoredKeys(A, three)).toThrow("for reading only");
    expect(findStoredKeys(A, none)).toBeUndefined();
  });

  it("are shared by all copies of this package in a program", async () => {
    const [read, accepted] = [{}, {}];
    rememberKeysRead("A", read, row);
    rememberKeys("A", accepted, { id, made: undefined });
    vi.resetModules();
    const copy = await import("./stored-keys.js");
    expect(copy.findStoredKeys).not.toBe(findStoredKeys);
    expect(copy.findStoredKeys(A, read)).toEqual({ id, made: id });
    expect(copy.findStoredKeys(A, accepted)).toEqual({ id, made: undefined });
    const symbols = Object.getOwnPropertySymbols(globalThis);
    for (const name of ["keys-read", "stored-keys"]) expect(symbols).toContain(Symbol.for(`@tablewright/${name}/v1`));
  });
});
