import { type EntityId, type StoredTableRow, TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { undoChanges } from "../../../studio/page/changes/undo-changes.js";
import type { Outcomes, SentChange } from "../../../studio/src/contract/changes.js";
import { viewRow } from "../../../studio/src/rows/view-row.js";
import { studioCalls } from "../../../studio/src/studio-calls.js";
import { createProject } from "./studio-lab.js";

const definitions = `import { edm, entity } from "tablewright";

const properties = {
  group: edm.string({ maxLength: 9 }),
  id: edm.string({ maxLength: 9 }),
  count: edm.int32().optional(),
  text: edm.string().optional(),
};

export const Item = entity({
  table: "Items",
  kind: "item",
  properties,
  partitionKey: (k) => [k.group],
  rowKey: (k) => ["item", k.id],
});

export const Stamped = entity({
  table: "Items",
  kind: "stamped",
  properties: { ...properties, updatedAt: edm.dateTime({ onWrite: "now" }) },
  partitionKey: (k) => [k.group],
  rowKey: (k) => ["stamped", k.id],
});

export const Listed = entity({
  table: "Items",
  kind: "listed",
  properties,
  partitionKey: (k) => [k.group],
  rowKey: (k) => ["listed", k.id],
  indexes: { byText: { rowKey: (k) => ["text", k.id, k.text] } },
});
`;

let requests: string[] = [];
/** Runs once, before the next read reaches the service. */
let beforeGet: (() => Promise<void>) | undefined;
/** Runs once, after the next transaction. */
let afterTransaction: (() => Promise<void>) | undefined;
const tables = createTableService();
const transport = async (request: Parameters<typeof tables>[0]) => {
  const interrupt = request.method === "GET" ? beforeGet : undefined;
  if (interrupt !== undefined) {
    beforeGet = undefined;
    await interrupt();
  }
  const isTransaction = request.url.includes("$batch");
  requests.push(isTransaction ? "transaction" : `${request.method.toLowerCase()}`);
  const response = await tables(request);
  const follow = isTransaction ? afterTransaction : undefined;
  if (follow !== undefined) {
    afterTransaction = undefined;
    await follow();
  }
  return response;
};
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport });
const project = await createProject(definitions);
const { commit = expect.fail } = studioCalls(service, project, { isReadOnly: false });
const table = service.table("Items");

/** Stores a row of an entity, by its client. */
async function store(entity: string, id: string): Promise<void> {
  const schema = project.schemas.find(({ name }) => name === entity);
  if (schema === undefined) throw new Error(`There is no ${entity}.`);
  await service.entities({ $schema: schema } as never).insert({ group: "g", id, count: 1, text: "old" } as never);
}

const stored = async ({ partitionKey, rowKey }: EntityId) =>
  (await table.get({ partitionKey, rowKey })) as StoredTableRow;

/** Returns the rest of a change of a row, as the page sends it. */
async function seen(entity: string, id: string) {
  const row = { partitionKey: "g", rowKey: `${entity.toLowerCase()}!${id}` };
  const { etag, timestamp, properties } = viewRow(project, "Items", (await table.get(row)) as StoredTableRow);
  return { table: "Items", entity, ...row, etag, seen: { timestamp, properties } };
}

/** Sends changes, and returns the requests of this. */
async function send(...changes: readonly SentChange[]) {
  requests = [];
  const { outcomes } = (await commit({ changes }, new AbortController().signal)) as Outcomes;
  return { requests, outcomes };
}

const written = [expect.objectContaining({ isWritten: true })];

beforeEach(() => service.tables.createIfNotExists("Items"));

describe("One change of one row", () => {
  it.each([
    ["Item", "patch"],
    ["Stamped", "patch"],
    ["Listed", "transaction"],
  ])("of %s is one write under the ETag that was seen, and one read of the row that it left", async (entity, write) => {
    await store(entity, "value");
    const update = {
      kind: "update",
      ...(await seen(entity, "value")),
      edits: [{ field: "text", text: "new" }],
    } as const;
    const { outcomes, ...sent } = await send(update);
    expect([sent.requests, outcomes]).toEqual([[write, "get"], written]);
    expect(outcomes[0]?.row?.properties).toContainEqual(["text", "Edm.String", "new"]);
  });

  it("removes a property without a read, unless the library sets a time with it", async () => {
    for (const [entity, expected] of [
      ["Item", ["put", "get"]],
      ["Stamped", ["get", "put", "get"]],
    ] as const) {
      await store(entity, "removed");
      const edits = [{ field: "text" }];
      const { outcomes, ...sent } = await send({ kind: "update", ...(await seen(entity, "removed")), edits });
      expect([entity, sent.requests, outcomes]).toEqual([entity, expected, written]);
      expect(outcomes[0]?.row?.properties.map(([name]) => name)).not.toContain("text");
    }
  });

  it("deletes a row by one request, with its index rows too", async () => {
    for (const [entity, expected] of [
      ["Item", ["delete"]],
      ["Listed", ["transaction"]],
    ] as const) {
      await store(entity, "deleted");
      const { outcomes, ...sent } = await send({ kind: "delete", ...(await seen(entity, "deleted")) });
      expect([entity, sent.requests, outcomes]).toEqual([entity, expected, [{ isWritten: true }]]);
    }
    expect(await table.query("g", { rowKeyRange: { ge: "text!deleted", lt: "text!e" } }).count()).toBe(0);
  });

  it("inserts a row by one request, and reads it", async () => {
    const fields = [
      ["group", "g"],
      ["id", "new"],
      ["text", "x"],
    ] as const;
    const { outcomes, ...sent } = await send({ kind: "insert", table: "Items", entity: "Item", fields });
    expect([sent.requests, outcomes]).toEqual([["post", "get"], written]);
  });

  it("of stored values is one write too", async () => {
    await store("Item", "raw");
    const edits = [{ stored: "extra", type: "Edm.Int64", text: "7" }] as const;
    const { outcomes, ...sent } = await send({ kind: "update", ...(await seen("Item", "raw")), edits });
    expect([sent.requests, outcomes]).toEqual([["patch", "get"], written]);
  });

  it("reads a row only if another client has changed or deleted it, and shows that version", async () => {
    await store("Item", "theirs");
    const update = {
      kind: "update",
      ...(await seen("Item", "theirs")),
      edits: [{ field: "count", text: "2" }],
    } as const;
    const { partitionKey, rowKey } = update;
    await table.merge({ partitionKey, rowKey }, { count: { type: "Edm.Int32", value: 9 } }, { ifMatch: "*" });
    const conflict = await send(update);
    expect(conflict.requests).toEqual(["patch", "get"]);
    expect(conflict.outcomes).toMatchObject([{ isWritten: false, isConflict: true }]);
    expect(conflict.outcomes[0]?.current?.properties).toContainEqual(["count", "Edm.Int32", "9"]);
    await table.delete({ partitionKey, rowKey }, { ifMatch: "*" });
    const gone = await send(update);
    expect(gone.outcomes).toMatchObject([{ isWritten: false, isConflict: true }]);
    expect(gone.outcomes[0]).not.toHaveProperty("current");
  });

  it("leaves alone what another client writes between its two writes", async () => {
    await store("Listed", "between");
    const edits = [
      { stored: "text", type: "Edm.String", text: "new" },
      { stored: "extra", type: "Edm.String", text: "mine" },
    ] as const;
    const update = { kind: "update", ...(await seen("Listed", "between")), edits } as const;
    afterTransaction = async () => void (await table.merge(update, { count: edm.int32(9) }, { ifMatch: "*" }));
    const { outcomes } = await send(update);
    expect(outcomes).toMatchObject([{ isWritten: false, isConflict: true }]);
    const { properties } = await stored(update);
    expect(properties).toMatchObject({ count: { value: 9 }, text: { value: "new" } });
    const current = outcomes[0]?.current ?? expect.fail();
    const { etag, timestamp } = current;
    const again = await send({ ...update, etag, seen: { timestamp, properties: current.properties } });
    expect(again.outcomes).toEqual(written);
    const { properties: left } = await stored(update);
    expect(left).toMatchObject({ count: { value: 9 }, text: { value: "new" }, extra: { value: "mine" } });
  });

  it("is written even if the row cannot be read afterwards", async () => {
    await store("Item", "unread");
    const update = {
      kind: "update",
      ...(await seen("Item", "unread")),
      edits: [{ field: "count", text: "2" }],
    } as const;
    const rule = tables.faults.add({ operation: "get", fault: { kind: "respond", code: "InvalidInput" } });
    const { outcomes } = await send(update);
    rule();
    expect(outcomes).toEqual([{ isWritten: true, isUnread: true }]);
  });
});

describe("The undo of changes", () => {
  it.each([
    ["a row that is written alone", ["Item"]],
    ["an entity with an index", ["Listed"]],
    ["rows of one transaction", ["Item", "Listed"]],
  ])(
    "takes the ETag of the write for %s, so that it meets a write by another client in between",
    async (_, entities) => {
      const row = `${entities.length}${entities[0]}`;
      for (const entity of entities) await store(entity, row);
      const edits = [{ field: "text", text: "new" }];
      const changes = await Promise.all(
        entities.map(async (entity) => ({ kind: "update", ...(await seen(entity, row)), edits }) as const),
      );
      const before = await Promise.all(changes.map(async (change) => viewRow(project, "Items", await stored(change))));
      const [{ partitionKey, rowKey } = expect.fail()] = changes;
      // Another client writes after the change, before Studio reads the row.
      beforeGet = async () =>
        void (await table.merge(
          { partitionKey, rowKey },
          { count: { type: "Edm.Int32", value: 9 } },
          { ifMatch: "*" },
        ));
      const { outcomes } = await send(...changes);
      const [opposite] = undoChanges(
        changes.map((change, index) => ({ id: index, change, before: before[index] })),
        outcomes,
      );
      const { change, before: shown } = opposite ?? expect.fail();
      if (change.kind !== "update" || shown === undefined) return expect.fail();
      expect(change.edits).toEqual([{ stored: "text", type: "Edm.String", text: "old" }]);
      const undone = await send({ ...change, seen: shown });
      expect(undone.outcomes).toMatchObject([{ isWritten: false, isConflict: true }]);
      expect((await stored(change)).properties).toMatchObject({ count: { value: 9 }, text: { value: "new" } });
    },
  );
});

describe("Changes of one partition", () => {
  it("are one transaction, and one read of each row that it left", async () => {
    for (const id of ["one", "two"]) await store("Listed", id);
    const edits = [{ field: "text", text: "new" }];
    const changes = [
      { kind: "update", ...(await seen("Listed", "one")), edits },
      { kind: "update", ...(await seen("Listed", "two")), edits },
    ] as const;
    const { outcomes, ...sent } = await send(...changes);
    expect([sent.requests, outcomes]).toEqual([
      ["transaction", "get", "get"],
      [...written, ...written],
    ]);
  });

  it("show every row that another client has changed, though the service reports one of them", async () => {
    for (const id of ["a", "b", "c"]) await store("Item", id);
    const edits = [{ field: "count", text: "2" }];
    const changes = await Promise.all(
      ["a", "b", "c"].map(async (id) => ({ kind: "update", ...(await seen("Item", id)), edits }) as const),
    );
    for (const { partitionKey, rowKey } of changes.slice(1))
      await table.merge({ partitionKey, rowKey }, { count: { type: "Edm.Int32", value: 9 } }, { ifMatch: "*" });
    const { outcomes } = await send(...changes);
    expect(outcomes.map(({ isWritten, isConflict = false }) => [isWritten, isConflict])).toEqual([
      [false, false],
      [false, true],
      [false, true],
    ]);
  });
});
