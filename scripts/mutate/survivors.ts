import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Mutant } from "./mutants.js";

/** A mutant that no test noticed, and why that is so. */
export interface Survivor {
  readonly file: string;
  /** Where it was when it was found. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** Written by hand; empty until somebody has. */
  readonly reason: string;
}

/** What a run came to, as it is committed. */
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

/** Whether a mutant is one that survived before, on whatever line. */
export function isSame(survivor: Survivor, { file, before, after }: Mutant): boolean {
  return survivor.file === file && survivor.before === before && survivor.after === after;
}

/** The reasons of an earlier report stay with survivors that are the same but for their line. */
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
