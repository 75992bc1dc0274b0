import type { StoredTableRow } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { readPayloads, withStoredText } from "@tablewright/runtime/lines";
import type { StudioProject } from "@tablewright/studio";
import { beforeAll, expect } from "vitest";
import { undoChanges } from "../../../studio/page/changes/undo-changes.js";
import type { Edit, Outcomes, SentChange } from "../../../studio/src/contract/changes.js";
import { viewRow } from "../../../studio/src/rows/view-row.js";
import { studioCalls } from "../../../studio/src/studio-calls.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict } from "../targets/targets.js";
import { createProject } from "./studio-lab.js";

const definitions = `import { edm, entity } from "tablewright";

const properties = {
  group: edm.string({ maxLength: 9 }),
  id: edm.string({ maxLength: 9 }),
  at: edm.dateTime(),
  owner: edm.guid(),
  document: edm.json(),
  note: edm.string().optional(),
};
const partitionKey = (k) => [k.group];

export const Plain = entity({ table: "Kept", kind: "plain", properties, partitionKey, rowKey: (k) => ["plain", k.id] });

export const Stamped = entity({
  table: "Kept",
  kind: "stamped",
  properties: { ...properties, updatedAt: edm.dateTime({ onWrite: "now" }) },
  partitionKey,
  rowKey: (k) => ["stamped", k.id],
});

export const Listed = entity({
  table: "Kept",
  kind: "listed",
  properties,
  partitionKey,
  rowKey: (k) => ["listed", k.id],
  indexes: { byNote: { rowKey: (k) => ["note", k.note, k.id] } },
});
`;

/** Values as other programs store them: a time with zeros at its end, a GUID in upper case, and JSON with blanks. */
const odd = {
  at: withStoredText("Edm.DateTime", "2026-01-02T03:04:05.1234560Z"),
  owner: withStoredText("Edm.Guid", "8F14E45F-CEEA-467F-A8F1-0123456789AB"),
  document: edm.string('{ "b": 1.50, "a": [ ] }'),
};

describeTargets("Values that no change is about", [strict, azurite], ({ running, it }) => {
  let project: StudioProject;

  beforeAll(async () => {
    project = await createProject(definitions);
    await running().service.tables.createIfNotExists("Kept");
  });

  const table = () => running().service.table("Kept");

  /** Stores a row of an entity by its client, and then its values as other programs do. */
  async function store(entity: string, id: string): Promise<StoredTableRow> {
    const schema = project.schemas.find(({ name }) => name === entity);
    const client = running().service.entities({ $schema: schema } as never) as {
      insertOrReplace(row: object): Promise<unknown>;
    };
    const values = { at: new Date(0), owner: "8f14e45f-ceea-467f-a8f1-0123456789ab", document: {} };
    await client.insertOrReplace({ group: "g", id, note: "old", ...values });
    const key = { partitionKey: "g", rowKey: `${entity.toLowerCase()}!${id}` };
    await table().merge(key, odd, { ifMatch: "*" });
    return (await table().get(key)) as StoredTableRow;
  }

  /** Returns the values of a row that the changes are not about, as the service has them. */
  async function bytesOf({ rowKey }: StoredTableRow) {
    const { rows } = await readPayloads(table().query("g", { rowKeyRange: { ge: rowKey, lt: `${rowKey}~` } }));
    return rows.map(({ at, owner, document }) => ({ at, owner, document }));
  }

  /** Sends changes, and returns those that undo them. */
  async function send(changes: readonly SentChange[]): Promise<readonly SentChange[]> {
    const { commit = expect.fail } = studioCalls(running().service, project, { isReadOnly: false });
    const { outcomes } = (await commit({ changes }, new AbortController().signal)) as Outcomes;
    expect(outcomes.map(({ problem, isWritten }) => problem?.message ?? isWritten)).toEqual(changes.map(() => true));
    const staged = changes.map((change, id) => {
      const { seen = undefined } = change.kind === "insert" ? {} : change;
      const keys = { partitionKey: change.partitionKey ?? "", rowKey: change.rowKey ?? "" };
      return { id, change, before: seen && { ...keys, etag: "", ...seen } };
    });
    return undoChanges(staged, outcomes).map(({ change, before }) =>
      change.kind === "insert" ? change : { ...change, seen: before ?? expect.fail() },
    );
  }

  function changeOf(entity: string, row: StoredTableRow) {
    const { etag, timestamp, properties, exact = [], partitionKey, rowKey } = viewRow(project, "Kept", row);
    return { table: "Kept", entity, partitionKey, rowKey, etag, seen: { timestamp, properties, exact } };
  }

  const removals: Readonly<Record<string, readonly Edit[]>> = {
    "by the definition": [{ field: "note" }],
    "as stored": [{ stored: "note", type: "Edm.String" }],
  };

  for (const entity of ["Plain", "Stamped", "Listed"]) {
    for (const [way, edits] of Object.entries(removals)) {
      for (const count of [1, 2]) {
        it(`stay as they are stored when ${count} of ${entity} loses another one ${way}, and when it is undone`, async () => {
          const ids = Array.from({ length: count }, (_, index) => `${way.length}${count}${index}`);
          const rows = await Promise.all(ids.map((id) => store(entity, id)));
          const before = await Promise.all(rows.map(bytesOf));
          const undo = await send(rows.map((row) => ({ kind: "update", ...changeOf(entity, row), edits }) as const));
          expect(await Promise.all(rows.map(bytesOf))).toEqual(before);
          const after = (await table().get(rows[0] ?? expect.fail())) as StoredTableRow;
          expect(Object.keys(after.properties)).not.toContain("note");
          await send(undo);
          expect(await Promise.all(rows.map(bytesOf))).toEqual(before);
        });
      }
    }

    it(`are given back to a deleted row of ${entity}`, async () => {
      const row = await store(entity, "deleted");
      const before = await bytesOf(row);
      const undo = await send([{ kind: "delete", ...changeOf(entity, row) }]);
      expect(await bytesOf(row)).toEqual([]);
      await send(undo);
      expect(await bytesOf(row)).toEqual(before);
    });
  }

  it("get the text back that they had, if they change and the change is undone", async () => {
    const row = await store("Plain", "changed");
    const before = await bytesOf(row);
    const edits = [{ field: "at", text: "2026-01-02T03:04:06Z" }];
    const undo = await send([{ kind: "update", ...changeOf("Plain", row), edits }]);
    expect(await bytesOf(row)).not.toEqual(before);
    await send(undo);
    expect(await bytesOf(row)).toEqual(before);
  });
});
