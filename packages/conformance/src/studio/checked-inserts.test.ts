import { edm } from "@tablewright/runtime/edm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Change, CheckedChange, Insert, Outcomes } from "../../../studio/src/contract/changes.js";
import type { FieldText, StoredProperty } from "../../../studio/src/contract/rows.js";
import { viewRow } from "../../../studio/src/rows/view-row.js";
import { studioCalls } from "../../../studio/src/studio-calls.js";
import { bytesOf, type EveryLab, seedEvery, storedKey, times } from "./every-row.js";
import { everyDefinition, everyKey, everyValue } from "./every-value.js";
import { createProject, freshInProcess } from "./studio-lab.js";

const target = freshInProcess();
let lab: EveryLab;

beforeAll(async () => {
  const { service } = await target.start();
  lab = { service, project: await createProject(everyDefinition) };
  await seedEvery(service, lab.project);
});

async function call<Result>(name: "check" | "commit", ...changes: readonly Change[]): Promise<Result> {
  const { [name]: send = expect.fail } = studioCalls(lab.service, lab.project, { isReadOnly: false });
  return (await send({ changes }, new AbortController().signal)) as Result;
}

async function check(change: Change): Promise<CheckedChange> {
  const { checked } = await call<{ readonly checked: readonly CheckedChange[] }>("check", change);
  return checked[0] ?? expect.fail();
}

async function studioRow() {
  const row = await lab.service.table("Everything").get(storedKey(lab, "studio"));
  return viewRow(lab.project, "Everything", row ?? expect.fail());
}

const sorted = (properties: readonly StoredProperty[]) =>
  properties
    .filter(([name]) => !times.some((each) => each === name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

describe("The check of a new row", () => {
  it("returns every property as the insert stores it, with its kind", async () => {
    const seen = await studioRow();
    const { properties: names } = lab.project.schemas[0] ?? expect.fail();
    const texts = Object.keys(names).flatMap((name): FieldText[] => {
      const isStamp = times.some((each) => each === name);
      const typed = everyValue.find((each) => each.name === name);
      const stored = seen.properties.find(([other]) => namesOf(name).includes(other))?.[2];
      const own = seen.values?.find(([other]) => other === name)?.[1] ?? stored;
      const key = everyKey("checked")[name];
      const ofKey = key === undefined ? undefined : key instanceof Date ? key.toISOString() : String(key);
      const text = ofKey ?? typed?.sent ?? typed?.text ?? own;
      return isStamp || text === undefined ? [] : [[name, text]];
    });
    const change: Insert = { kind: "insert", table: "Everything", entity: "Every", fields: texts };
    const { problems, row } = await check(change);
    expect(problems).toEqual([]);
    const { outcomes } = await call<Outcomes>("commit", change);
    expect(outcomes.map(({ problem }) => problem)).toEqual([undefined]);
    const given = new Set(texts.map(([name]) => name));
    expect(given.size).toBeGreaterThan(40);
    const written = sorted(outcomes[0]?.row?.properties ?? []);
    const expected = sorted(row?.properties ?? []);
    expect(expected.map(([name]) => name)).toContain("kind");
    // Defaults that the client makes are only in what was written.
    expect(written.filter(([name]) => expected.some(([other]) => other === name))).toEqual(expected);
  });

  it("returns the values of stored properties, and what does not fit", async () => {
    const { partitionKey, rowKey, properties, values } = await studioRow();
    const odd = properties.map(([name, type, text]) => [name, type, name === "ch" ? "m/9" : text] as const);
    const change: Insert = { kind: "insert", table: "Everything", entity: "Every", partitionKey, rowKey, properties };
    expect((await check(change)).row?.values).toEqual(values);
    const { row } = await check({ ...change, properties: odd });
    expect(row?.unread).toEqual(["letter"]);
    expect(row?.findings?.map(({ property }) => property)).toEqual(["letter"]);
  });

  it("stores values beside stored properties as an update of each would", async () => {
    const { partitionKey, rowKey, properties, timestamp } = await studioRow();
    const place = { table: "Everything", entity: "Every", partitionKey, rowKey };
    for (const { name, text, sent = text } of everyValue) {
      if (text === undefined || sent === undefined) continue;
      const isOwn = ([other]: StoredProperty) => namesOf(name).includes(other);
      const rest = properties.filter((each) => !isOwn(each));
      const { row, problems } = await check({ kind: "insert", ...place, properties: rest, fields: [[name, sent]] });
      expect([name, problems]).toEqual([name, []]);
      const { etag } = await studioRow();
      const update = { kind: "update", ...place, etag, edits: [{ field: name, text: sent }] } as const;
      const { outcomes } = await call<Outcomes>("commit", { ...update, seen: { timestamp, properties } } as never);
      expect([name, outcomes[0]?.isWritten]).toEqual([name, true]);
      const written = outcomes[0]?.row?.properties.filter(isOwn) ?? [];
      expect([name, sorted(row?.properties ?? [])]).toEqual([name, sorted([...rest, ...written])]);
      await call<Outcomes>("commit", {
        kind: "delete",
        ...place,
        etag: outcomes[0]?.row?.etag ?? "",
        seen: { timestamp, properties: outcomes[0]?.row?.properties ?? [] },
      } as never);
      await call<Outcomes>("commit", { kind: "insert", ...place, properties });
    }
    expect(Object.keys(await bytesOf(lab, "studio")).length).toBeGreaterThan(40);
  });

  function namesOf(field: string): readonly string[] {
    const property = lab.project.schemas[0]?.properties[field];
    return [...(property?.parts?.names ?? []), ...(property?.readNames ?? [])];
  }
});

describe("An insert of a row that exists", () => {
  const insert = (rowKey: string): Insert => ({
    kind: "insert",
    table: "Plain",
    partitionKey: "p",
    rowKey,
    properties: [["note", "Edm.String", "mine"]],
  });

  it("is a conflict that has the row, alone and in a transaction, with every row that exists", async () => {
    await lab.service.tables.createIfNotExists("Plain");
    const table = lab.service.table("Plain");
    for (const rowKey of ["one", "two"])
      await table.insert({ partitionKey: "p", rowKey, properties: { note: edm.string(rowKey) } });
    const noteOf = ({ outcomes }: Outcomes) =>
      outcomes.map(({ isWritten, isConflict, current }) => [isWritten, isConflict, current?.properties[0]?.[2]]);
    expect(noteOf(await call("commit", insert("one")))).toEqual([[false, true, "one"]]);
    const together = await call<Outcomes>("commit", insert("new"), insert("two"), insert("one"));
    expect(together.mode).toBe("transaction");
    expect(noteOf(together)).toEqual([
      [false, undefined, undefined],
      [false, true, "two"],
      [false, true, "one"],
    ]);
    expect(await table.query("p").count()).toBe(2);
  });

  it("has the outcomes of the other rows also if the row that exists cannot be read", async () => {
    await lab.service.tables.createIfNotExists("Plain");
    const table = lab.service.table("Plain");
    await table.insert({ partitionKey: "p", rowKey: "unread", properties: {} });
    const failRead = target
      .tables()
      .faults.add({ operation: "get", fault: { kind: "respond", code: "AuthorizationFailure" } });
    const other = { ...insert("other"), partitionKey: "q" };
    const { mode, outcomes } = await call<Outcomes>("commit", other, insert("unread"));
    failRead();
    expect(mode).toBe("rows");
    expect(outcomes.map(({ isWritten, problem }) => [isWritten, problem?.code])).toEqual([
      [true, undefined],
      [false, "entity.already-exists"],
    ]);
    expect(await table.query("q").count()).toBe(1);
  });
});
