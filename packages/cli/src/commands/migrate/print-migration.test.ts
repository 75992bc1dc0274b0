import type { EntityId, StoredTableRow } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { Terminal } from "../../terminal/terminal.js";
import { recordingTerminal } from "../../test/recording-terminal.js";
import { MigrationCounts } from "./migration-counts.js";
import { migrationJson, printMigration, printUndo, shortJson } from "./print-migration.js";

const id = (number: number): EntityId => ({ partitionKey: "p", rowKey: String(number) });
const row = (number: number) => ({ ...id(number), properties: {}, $etag: "W/x" }) as unknown as StoredTableRow;

function countsWith(change: (counts: MigrationCounts) => void): MigrationCounts {
  const counts = new MigrationCounts();
  change(counts);
  return counts;
}

function printed(print: (terminal: Terminal) => void): string[] {
  const { terminal, lines } = recordingTerminal();
  print(terminal);
  return lines;
}

const all = countsWith((counts) => {
  Object.assign(counts, { waiting: 2, undone: 3, unmarked: 4, missingTable: "New", settled: { old: 5, new: 6 } });
  counts.add("move", row(1), row(2));
  counts.add("rewrite", row(3));
  counts.addOldRowMissing(row(4));
  counts.addConflict(row(5), row(6));
  counts.addRejected("Reason", row(7));
});
const none = new MigrationCounts();

describe("what migrate prints", () => {
  it("is one line without anything else", () => {
    expect(printed((to) => printMigration("User", none, false, to))).toEqual([
      "✔ User: 0 rows moved, 0 rows rewritten",
    ]);
    expect(printed((to) => printUndo("User", none, false, to))).toEqual(["✔ User: 0 rows deleted under the new keys"]);
  });

  it("names every count that is not 0", () => {
    expect(printed((to) => printMigration("User", all, false, to))).toEqual([
      "✖ User: 1 row moved, 1 row rewritten",
      'out - {"PartitionKey":"p","RowKey":"1"}',
      'out + {"PartitionKey":"p","RowKey":"2"}',
      "  There is no table New yet. Create it before you run migrate without --dry-run",
      "  Not yet rewritten under their keys: 2 rows. Run migrate without --keep-former for them",
      "  Moved, although another request had already deleted the old row: 1 row. If a program with the former definition deleted these entities, delete them again",
      '    ("p", "4")',
      "  Changed under both keys, and resolved by keeping the old row: 5 rows",
      "  Changed under both keys, and resolved by keeping the new row: 6 rows",
      "  Changed under both keys, and both kept: 1 row. Resolve them with --keep old, --keep new or --keep ask",
      '    ("p", "5") and ("p", "6")',
      "  Reason: 1 row",
      '    ("p", "7")',
    ]);
  });

  it("is in the future tense on a dry run", () => {
    const lines = printed((to) => printMigration("User", all, true, to));
    expect(lines[0]).toBe("✖ User: 1 row to move, 1 row to rewrite");
    expect(lines).toContain("  Changed under both keys, and both kept: 1 row");
    expect(printed((to) => printUndo("User", all, true, to))[0]).toBe("✖ User: 3 rows to delete under the new keys");
  });

  it("of an undo counts the rows that are no copies", () => {
    expect(printed((to) => printUndo("User", all, false, to)).slice(0, 2)).toEqual([
      "✖ User: 3 rows deleted under the new keys",
      "  Not copied from former rows, so not deleted: 4 rows",
    ]);
  });
});

describe("the result of --json", () => {
  const keys = (number: number) => ({ partitionKey: "p", rowKey: String(number) });

  it("has few members without anything else", () => {
    expect(migrationJson(new Map([["User", none]]))).toEqual({
      entities: [{ entity: "User", moved: 0, rewritten: 0, conflicts: 0, conflictExamples: [], refused: [] }],
    });
  });

  it("has every count that is not 0", () => {
    expect(migrationJson(new Map([["User", all]]))).toEqual({
      entities: [
        {
          entity: "User",
          moved: 1,
          rewritten: 1,
          waiting: 2,
          undone: 3,
          oldRowMissing: 1,
          oldRowMissingExamples: [keys(4)],
          settled: { old: 5, new: 6 },
          conflicts: 1,
          conflictExamples: [{ ...keys(5), newKeys: keys(6) }],
          refused: [{ reason: "Reason", rows: 1, examples: [keys(7)] }],
          missingTable: "New",
          samples: [
            {
              change: "move",
              before: { PartitionKey: "p", RowKey: "1" },
              after: { PartitionKey: "p", RowKey: "2" },
            },
          ],
        },
      ],
    });
  });

  it.each([[{ old: 1, new: 0 }], [{ old: 0, new: 1 }], [{ old: 1, new: 1 }]])(
    "has the conflicts that were settled: %j",
    (settled) => {
      const counts = countsWith((own) => Object.assign(own, { settled }));
      expect(migrationJson(new Map([["User", counts]])).entities[0]).toMatchObject({ settled });
    },
  );
});

it("cuts off a row after 1,000 characters", () => {
  const { length } = shortJson({ ...id(1), properties: { text: edm.string("") } });
  const ofText = (size: number) => shortJson({ ...id(1), properties: { text: edm.string("x".repeat(size)) } });
  expect(ofText(1000 - length)).toMatch(/x"\}$/);
  expect(ofText(1001 - length)).toMatch(/x"…$/);
  expect(ofText(5000)).toHaveLength(1001);
});
