import { expect, it } from "vitest";
import { areaNames, areas, findSources } from "./areas.js";
import type { Mutant } from "./mutants.js";
import { addResult, isExplained, type MutationReport, type Survivor } from "./survivors.js";

const file = "packages/sql/src/a.ts";
const mutant = (before: string, line = 1): Mutant => ({ file, line, before, after: `not ${before}`, text: "" });
const survivor = (before: string, reason = "", line = 1): Survivor => ({
  file,
  line,
  before,
  after: `not ${before}`,
  reason,
});
const workspace = new URL("../..", import.meta.url).pathname;

it("keeps reasons and other files, and drops what is caught now or no longer in the source", () => {
  const elsewhere = { ...survivor("other"), file: "packages/cli/src/b.ts" };
  const report: MutationReport = {
    runs: { cli: { seed: 1, tested: 2, caught: 1 } },
    survivors: [
      survivor("explained", "Only speed."),
      survivor("caught"),
      survivor("removed", "Only speed."),
      elsewhere,
    ],
  };
  const [explained, caught, fresh] = [mutant("explained", 4), mutant("caught"), mutant("fresh", 2)];
  const all = [explained, caught, fresh];
  expect(isExplained(report, explained)).toBe(true);
  expect(isExplained(report, caught)).toBe(false);
  expect(addResult(report, { area: "sql", seed: 7, all, tested: [caught, fresh], survived: [fresh] })).toEqual({
    runs: { cli: { seed: 1, tested: 2, caught: 1 }, sql: { seed: 7, tested: 2, caught: 1 } },
    survivors: [elsewhere, survivor("explained", "Only speed."), survivor("fresh", "", 2)],
  });
});

it.each(areaNames)("finds the sources of %s, without tests and generated files", (name) => {
  const sources = findSources(workspace, areas[name]);
  expect(sources.length).toBeGreaterThan(3);
  expect(sources.filter((path) => /\.(test|gen)\.ts$|\/test\//.test(path))).toEqual([]);
});

it("counts each source file to one area", () => {
  const sources = areaNames.flatMap((name) => findSources(workspace, areas[name]));
  expect(new Set(sources).size).toBe(sources.length);
});
