import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Mutant } from "./mutants.js";

/** Mutant that no test detected, and the reason. */
export interface Survivor {
  readonly file: string;
  /** Line at which it was found. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** Reason written by hand; empty until then. */
  readonly reason: string;
}

/** Committed result of a run. */
export interface MutationReport {
  readonly seed: number;
  readonly tested: number;
  readonly caught: number;
  readonly survivors: readonly Survivor[];
}

const path = new URL("mutation-report.json", import.meta.url);

export function readReport(): MutationReport {
  if (!existsSync(path)) return { seed: 0, tested: 0, caught: 0, survivors: [] };
  return JSON.parse(readFileSync(path, "utf8")) as MutationReport;
}

/** Returns whether a mutant is a former survivor, on any line. */
export function isSame(survivor: Survivor, { file, before, after }: Mutant): boolean {
  return survivor.file === file && survivor.before === before && survivor.after === after;
}

/** Writes the report. Survivors that match former ones, except for the line, keep their reasons. */
export function writeReport(seed: number, tested: number, survived: readonly Mutant[]): MutationReport {
  const known = readReport().survivors;
  const survivors = survived.map((mutant) => {
    const { file, line, before, after } = mutant;
    return { file, line, before, after, reason: known.find((one) => isSame(one, mutant))?.reason ?? "" };
  });
  const report = { seed, tested, caught: tested - survivors.length, survivors };
  writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
  return report;
}
