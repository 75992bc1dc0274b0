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

/** The reasons of an earlier report stay with survivors that are the same but for their line. */
export function writeReport(seed: number, tested: number, survived: readonly Mutant[]): MutationReport {
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as MutationReport).survivors : [];
  const survivors = survived.map(({ file, line, before, after }) => {
    const isSame = (other: Survivor) => other.file === file && other.before === before && other.after === after;
    return { file, line, before, after, reason: known.find(isSame)?.reason ?? "" };
  });
  const report = { seed, tested, caught: tested - survivors.length, survivors };
  writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
  return report;
}
