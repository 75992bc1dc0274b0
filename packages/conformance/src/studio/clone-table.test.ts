import { edm, tableRowJson } from "@tablewright/runtime/edm";
import { expect } from "vitest";
import { cloneTable } from "../../../studio/src/changes/clone-table.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict } from "../targets/targets.js";
import { seedEvery } from "./every-row.js";
import { everyDefinition } from "./every-value.js";
import { createProject } from "./studio-lab.js";

describeTargets("A clone of a table", [strict, azurite], ({ running, it }) => {
  /** Returns all rows of a table in the JSON of the service, without the times of the writes. */
  async function bytesOf(table: string): Promise<string[]> {
    const rows = await running().service.table(table).scan().toArray();
    return rows.map(({ partitionKey, rowKey, properties }) => tableRowJson("", { partitionKey, rowKey, properties }));
  }

  it("has the rows byte for byte, with values of every definition and rows without any", async () => {
    const { service } = running();
    await seedEvery(service, await createProject(everyDefinition));
    const properties = {
      zero: edm.double(-0),
      none: edm.double(Number.NaN),
      whole: edm.double(5),
      big: edm.int64(-9_223_372_036_854_775_808n),
      text: edm.string("\u2028 ~ \u{1F600}"),
    };
    const odd = [
      { partitionKey: "", rowKey: "", properties: {} },
      { partitionKey: "ü €", rowKey: "~21!", properties },
    ];
    await service.table("Everything").bulk(odd.map((insert) => ({ insert })));
    const progress: number[] = [];
    const report = ({ done }: { readonly done: number }) => progress.push(done);
    const { done } = await cloneTable(service, "Everything", "EveryClone", report, new AbortController().signal);
    const copied = await bytesOf("EveryClone");
    expect(copied).toEqual(await bytesOf("Everything"));
    expect([done, progress.at(-1), copied.length]).toEqual([4, 4, 4]);
  });

  it("is no table that exists, and needs one to copy from", async () => {
    const { service } = running();
    const cloning = (from: string, to: string) =>
      cloneTable(service, from, to, () => undefined, new AbortController().signal);
    await service.tables.createIfNotExists("Here");
    await expect(cloning("Here", "Here")).rejects.toMatchObject({ code: "table.already-exists" });
    await expect(cloning("Nowhere", "Other")).rejects.toMatchObject({ code: "table.not-found" });
    const names: string[] = [];
    for await (const name of service.tables.list()) names.push(name);
    expect(names).not.toContain("Other");
  });
});
