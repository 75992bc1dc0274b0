import { expect, it } from "vitest";
import { recordingTerminal } from "../../test/recording-terminal.js";
import { printFindingTable } from "./verify-report.js";

it("aligns the columns of findings, with the keys of rows below each", () => {
  const { terminal, out } = recordingTerminal();
  const id = (rowKey: string) => ({ partitionKey: "p", rowKey });
  const findings = [
    { table: "Shop", rows: 12_345, code: "key.malformed", message: "Keys", examples: [id("1")] },
    { table: "X", rows: 0, code: "a.b", message: "None", examples: [] },
    { table: "X", rows: 1, code: "a.c", message: "Both", examples: [{ ...id("2"), owner: id("3") }] },
  ];
  printFindingTable(findings, terminal);
  expect(out).toEqual([
    "TABLE    ROWS  CODE           FINDING",
    "Shop   12,345  key.malformed  Keys",
    '                              ("p", "1")',
    "X           0  a.b            None",
    "X           1  a.c            Both",
    '                              ("p", "2") has the values of ("p", "3")',
  ]);
});
