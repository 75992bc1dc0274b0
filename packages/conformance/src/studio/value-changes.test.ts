import type { StoredTableRow } from "@tablewright/runtime";
import { beforeAll, expect } from "vitest";
import { undoChanges } from "../../../studio/page/changes/undo-changes.js";
import type { Change, Outcomes } from "../../../studio/src/contract/changes.js";
import { viewRow } from "../../../studio/src/rows/view-row.js";
import { studioCalls } from "../../../studio/src/studio-calls.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict } from "../targets/targets.js";
import { bytesOf, type EveryLab, editedValues, editTwin, seedEvery, storedKey, times } from "./every-row.js";
import { everyDefinition, everyValue } from "./every-value.js";
import { createProject } from "./studio-lab.js";

describeTargets("Changes of one value", [strict, azurite], ({ running, it }) => {
  let lab: EveryLab;

  beforeAll(async () => {
    lab = { service: running().service, project: await createProject(everyDefinition) };
    await seedEvery(lab.service, lab.project);
  });

  const read = async (id: string) => (await lab.service.table("Everything").get(storedKey(lab, id))) as StoredTableRow;

  /** Sends a change, and returns the change that undoes it. */
  async function send(change: Change): Promise<Change> {
    const before = change.kind === "insert" ? undefined : viewRow(lab.project, "Everything", await read("studio"));
    const { commit = expect.fail } = studioCalls(lab.service, lab.project, { isReadOnly: false });
    const changes = [before === undefined ? change : { ...change, seen: before }];
    const { outcomes } = (await commit({ changes }, new AbortController().signal)) as Outcomes;
    expect(outcomes.map(({ problem, isWritten }) => problem?.message ?? isWritten)).toEqual([true]);
    const [opposite] = undoChanges([{ id: 1, change, before }], outcomes);
    return opposite?.change ?? expect.fail("The change has no opposite.");
  }

  it("write the bytes of the client, and are undone to the byte, also after a deletion", async () => {
    const place = { table: "Everything", entity: "Every", ...storedKey(lab, "studio") };
    for (const { name, text, sent = text } of everyValue) {
      if (text === undefined) continue;
      const [first, twin] = [await bytesOf(lab, "studio"), await read("twin")];
      const edits = [{ field: name, text: sent }];
      const opposite = await send({ kind: "update", ...place, etag: (await read("studio")).$etag, edits });
      await editTwin(lab, { [name]: editedValues[name] });
      const written = await bytesOf(lab, "studio", ...times);
      expect([name, written]).toEqual([name, await bytesOf(lab, "twin", ...times)]);
      await send(opposite);
      expect([name, await bytesOf(lab, "studio")]).toEqual([name, first]);
      const { partitionKey, rowKey, properties } = twin;
      await lab.service.table("Everything").replace({ partitionKey, rowKey, properties }, { ifMatch: "*" });
    }
    const first = await bytesOf(lab, "studio");
    await send(await send({ kind: "delete", ...place, etag: (await read("studio")).$etag }));
    expect(await bytesOf(lab, "studio")).toEqual(first);
  });
});
