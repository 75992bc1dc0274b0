import type { EntityId, StoredTableRow } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { MigrationCounts } from "./migration-counts.js";

const id = (number: number): EntityId => ({ partitionKey: "p", rowKey: String(number) });
const row = (number: number) => ({ ...id(number), properties: {}, $etag: "W/x" }) as unknown as StoredTableRow;

describe("the counts of a migration", () => {
  it("have up to three samples of each change", () => {
    const counts = new MigrationCounts();
    for (const number of [1, 2, 3, 4]) {
      counts.add("move", row(number), row(number));
      counts.add("rewrite", row(number));
    }
    counts.add("rewrite", row(5), row(6));
    expect([counts.moved, counts.rewritten]).toEqual([4, 5]);
    expect(counts.samples.map(({ change, before, after }) => [change, before.rowKey, after.rowKey])).toEqual([
      ["move", "1", "1"],
      ["move", "2", "2"],
      ["move", "3", "3"],
      ["rewrite", "5", "6"],
    ]);
  });

  it("have both rows of up to 100 pairs", () => {
    const counts = new MigrationCounts();
    for (let number = 1; number <= 101; number++) counts.addPair({ old: row(number), new: row(-number) });
    expect(counts.conflicts).toBe(101);
    expect(counts.pairs).toHaveLength(100);
    expect(counts.pairs[0]).toEqual({ old: row(1), new: row(-1) });
  });

  it("have each reason with up to three examples, the reason of most rows first", () => {
    const counts = new MigrationCounts();
    counts.addRejected("rare", row(0));
    for (const number of [1, 2, 3, 4]) counts.addRejected("often", row(number));
    expect(counts.refused).toEqual([
      { reason: "often", rows: 4, examples: [1, 2, 3].map(id) },
      { reason: "rare", rows: 1, examples: [id(0)] },
    ]);
  });

  it("have at most 50 reasons", () => {
    const counts = new MigrationCounts();
    for (let reason = 1; reason <= 51; reason++) counts.addRejected(String(reason), row(reason));
    counts.addRejected("50", row(0));
    expect(counts.refused).toHaveLength(50);
    expect(counts.refused[0]).toMatchObject({ reason: "50", rows: 2 });
  });

  it.each<[string, boolean, (counts: MigrationCounts) => void]>([
    ["nothing", true, () => undefined],
    ["a row that was moved", true, (counts) => counts.add("move", row(1))],
    ["a conflict", false, (counts) => counts.addPair({ old: row(1), new: row(2) })],
    ["a rejected row", false, (counts) => counts.addRejected("no", row(1))],
  ])("with %s are whole: %s", (_, isWhole, add) => {
    const counts = new MigrationCounts();
    add(counts);
    expect(counts.isWhole).toBe(isWhole);
  });

  it("add up the rows that change", () => {
    const counts = Object.assign(new MigrationCounts(), { moved: 1, rewritten: 20 });
    expect(counts.changes).toBe(21);
  });
});
