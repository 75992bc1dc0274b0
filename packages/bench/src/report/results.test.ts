import { expect, it } from "vitest";
import { buildResults, keepSeparateRows, replaceRows } from "./results.js";
import { readResults } from "./write-results.js";

it("rows measured again replace the former ones of their name, and name their date and commit", () => {
  const former = { ...readResults(), rows: [row("import", "1 ms"), row("size", "2 kB")] };
  const once = replaceRows(former, { rows: [row("size", "3 kB")], date: "2026-01-02", commit: "a9ff7bdf" });
  expect(once).toEqual({ ...former, rows: [row("import", "1 ms"), row("size, on 2026-01-02 at a9ff7bdf", "3 kB")] });
  const twice = replaceRows(once, { rows: [row("size", "4 kB"), row("size of a part", "5 kB")], date: "2026-01-03" });
  expect(twice.rows).toEqual([
    row("import", "1 ms"),
    row("size, on 2026-01-03", "4 kB"),
    row("size of a part, on 2026-01-03", "5 kB"),
  ]);
});

it("a whole run keeps the rows of separate sources, with the date that they name", () => {
  const separate = { ...row("a million rows, on 2026-01-02", "9 s"), isSeparate: true as const };
  const former = { ...readResults(), rows: [row("import", "1 ms"), separate] };
  const whole = { ...former, date: "2026-02-03", rows: [row("import", "2 ms")] };
  expect(keepSeparateRows(whole, former)).toEqual({ ...whole, rows: [row("import", "2 ms"), separate] });
});

it("a run notes its date, commit, machine and version of Node", () => {
  const { date, commit, machine, versions } = buildResults([], [], { replicates: 1, rounds: 1 });
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(commit).toMatch(/^[0-9a-f]{8,}(?: with changes)?$/);
  expect(machine).toMatch(/^\d+ × /);
  expect(versions).toContain(`Node ${process.version}`);
});

function row(what: string, ours: string) {
  return { what, ours };
}
