import type { EntityId, StoredTableRow } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { Terminal } from "../../terminal/terminal.js";
import { recordingTerminal } from "../../test/recording-terminal.js";
import { MigrationCounts } from "./migration-counts.js";
import { migrationJson, printMigration, shortJson } from "./print-migration.js";

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
  Object.assign(counts, { missingTable: "New", kept: { old: 5, new: 6 } });
  counts.add("move", row(1), row(2));
  counts.add("rewrite", row(3));
  counts.addPair({ old: row(5), new: row(6) });
  counts.addRejected("Reason", row(7));
});
const none = new MigrationCounts();

describe("what migrate prints", () => {
  it("is one line without anything else", () => {
    expect(printed((to) => printMigration("User", none, false, to))).toEqual([
      "✔ User: 0 rows moved, 0 rows rewritten",
    ]);
  });

  it("names every count that is not 0", () => {
    expect(printed((to) => printMigration("User", all, false, to))).toEqual([
      "✖ User: 1 row moved, 1 row rewritten",
      'out - {"PartitionKey":"p","RowKey":"1"}',
      'out + {"PartitionKey":"p","RowKey":"2"}',
      "  There is no table New yet. Create it before you run migrate without --dry-run",
      "  Stored under both keys, and the old row kept: 5 rows",
      "  Stored under both keys, and the new row kept: 6 rows",
      "  Stored under both keys: 1 pair of rows. Both rows stay until you pass --keep old or --keep new",
      '    old ("p", "5")  {"PartitionKey":"p","RowKey":"5"}',
      '    new ("p", "6")  {"PartitionKey":"p","RowKey":"6"}',
      "  Reason: 1 row",
      '    ("p", "7")',
    ]);
  });

  it("is in the future tense on a dry run", () => {
    const lines = printed((to) => printMigration("User", all, true, to));
    expect(lines[0]).toBe("✖ User: 1 row to move, 1 row to rewrite");
    expect(lines).toContain("  Stored under both keys, and the old row to keep: 5 rows");
  });

  it("lists the first pairs, and says how many more there are", () => {
    const many = countsWith((counts) => {
      for (let number = 0; number < 102; number++) counts.addPair({ old: row(number), new: row(-number) });
    });
    expect(printed((to) => printMigration("User", many, false, to)).at(-1)).toBe("    … and 2 more");
  });
});

describe("the result of --json", () => {
  const keys = (number: number) => ({ partitionKey: "p", rowKey: String(number) });

  it("has few members without anything else", () => {
    expect(migrationJson(new Map([["User", none]]))).toEqual({
      entities: [{ entity: "User", moved: 0, rewritten: 0, conflicts: 0, pairs: [], refused: [] }],
    });
  });

  it("has every count that is not 0", () => {
    expect(migrationJson(new Map([["User", all]]))).toEqual({
      entities: [
        {
          entity: "User",
          moved: 1,
          rewritten: 1,
          kept: { old: 5, new: 6 },
          conflicts: 1,
          pairs: [{ old: { PartitionKey: "p", RowKey: "5" }, new: { PartitionKey: "p", RowKey: "6" } }],
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
    "has the rows of pairs that were kept: %j",
    (kept) => {
      const counts = countsWith((own) => Object.assign(own, { kept }));
      expect(migrationJson(new Map([["User", counts]])).entities[0]).toMatchObject({ kept });
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
