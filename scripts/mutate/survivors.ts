import { readFileSync, writeFileSync } from "node:fs";
import type { AreaName } from "./areas.js";
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

/** Last sample of an area. */
export interface AreaRun {
  readonly seed: number;
  /** Number of mutants that were tested. Those that survive for a known reason are not. */
  readonly tested: number;
  readonly caught: number;
}

/** Committed results of runs. */
export interface MutationReport {
  readonly runs: Readonly<Partial<Record<AreaName, AreaRun>>>;
  /** Survivors of all runs that are still in the source. */
  readonly survivors: readonly Survivor[];
}

const path = new URL("mutation-report.json", import.meta.url);

export function readReport(): MutationReport {
  return JSON.parse(readFileSync(path, "utf8")) as MutationReport;
}

export function writeReport(report: MutationReport): void {
  writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
}

/** Returns whether a mutant is a former survivor, whatever its line. */
export function isSame(survivor: Survivor, { file, before, after }: Mutant): boolean {
  return survivor.file === file && survivor.before === before && survivor.after === after;
}

/** Returns whether a mutant is known to survive for a reason. Such a mutant needs no test. */
export function isExplained({ survivors }: MutationReport, mutant: Mutant): boolean {
  return survivors.some((one) => one.reason !== "" && isSame(one, mutant));
}

/** One area's mutants: all of them, those that were tested, and those that survived. */
export interface AreaResult {
  readonly area: AreaName;
  readonly seed: number;
  readonly all: readonly Mutant[];
  readonly tested: readonly Mutant[];
  readonly survived: readonly Mutant[];
}

/**
 * Adds a result to a report. Former survivors keep their reasons. Removes those that are detected now, and those that are no longer in a
 * source file of the area.
 */
export function addResult(report: MutationReport, result: AreaResult): MutationReport {
  const { area, seed, all, tested, survived } = result;
  const files = new Set(all.map(({ file }) => file));
  const isKept = (one: Survivor) =>
    !tested.some((mutant) => isSame(one, mutant)) &&
    (!files.has(one.file) || all.some((mutant) => isSame(one, mutant)));
  const added = survived.map(({ file, line, before, after }) => ({ file, line, before, after, reason: "" }));
  const run = { seed, tested: tested.length, caught: tested.length - survived.length };
  return {
    runs: { ...report.runs, [area]: run },
    survivors: [...report.survivors.filter(isKept), ...added].toSorted(byPlace),
  };
}

function byPlace(one: Survivor, other: Survivor): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line;
}
