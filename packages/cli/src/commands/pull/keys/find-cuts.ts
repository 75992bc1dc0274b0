import type { Column } from "../sample/columns.js";
import { leadingValues } from "./value-shapes.js";

/** One way to split each key text into a head, a joint (the text that separates the two others, the same in all key texts) and a rest. */
export interface Cut {
  /** Length of each text's head. */
  readonly lengths: readonly number[];
  readonly joint: string;
}

const maxJoint = 8;
/** Number of texts that a search examines first. Only joints (separating texts) that the shortest of these texts contains are possible. */
const firstTexts = 20;
const maxCuts = 12;

/**
 * Matches text that can separate the parts of a key: no letters or digits, and no characters that programs use to quote or escape values.
 */
export const jointRuns = /[^\p{L}\p{Nd}~%{}()[\]<>"'`]+/gu;

const leadingRun = new RegExp(`^${jointRuns.source}`, "u");

/** Returns the separating characters that a text starts with; an empty string if it starts with none. */
export function leadingJoint(text: string): string {
  return leadingRun.exec(text)?.[0] ?? "";
}

/** Returns the possible ways to split all texts into a head and a rest. */
export function findCuts(texts: readonly string[], columns: readonly Column[]): Cut[] {
  const found = [...cutsAfterValues(texts), ...cutsAtJoints(texts), ...cutsAfterColumns(texts, columns)];
  const distinct = new Map<string, Cut>();
  for (const cut of found) {
    const key = `${cut.lengths.slice(0, firstTexts).join()} ${cut.joint.length}`;
    if (!distinct.has(key)) distinct.set(key, cut);
  }
  return [...distinct.values()].slice(0, maxCuts);
}

/** Splits at the first occurrence of separating characters that all texts contain. Returns the splits with the longest joints first. */
function cutsAtJoints(texts: readonly string[]): Cut[] {
  const first = texts.slice(0, firstTexts);
  const [shortest = ""] = first.toSorted((one, other) => one.length - other.length);
  const runs = shortest.match(jointRuns) ?? [];
  const joints = new Set(runs.flatMap((run) => substringsOf(run.slice(0, 64))));
  return [...joints]
    .filter((joint) => texts.every((text) => text.includes(joint)))
    .sort((one, other) => other.length - one.length)
    .map((joint) => ({ joint, lengths: texts.map((text) => text.indexOf(joint)) }))
    .filter(({ joint, lengths }) => !cutsValues(texts, lengths, joint))
    .filter(({ lengths }, index, all) => all.findIndex((other) => isEqual(other.lengths, lengths)) === index);
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.every((length, row) => length === other[row]);
}

function substringsOf(run: string): string[] {
  return [...run].flatMap((_, start) =>
    Array.from({ length: Math.min(maxJoint, run.length - start) }, (__, length) =>
      run.slice(start, start + length + 1),
    ),
  );
}

/** Matches a guid, or a date with or without a time. No split may be inside such a value. */
const wholeValue =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d(?:-\d\d)?(?:T\d\d(?::\d\d){1,2}(?:\.\d+)?Z?)?)(?![0-9a-z])/gi;

function cutsValues(texts: readonly string[], lengths: readonly number[], joint: string): boolean {
  if (!/[-:.]/.test(joint)) return false;
  return texts.some((text, row) => {
    const at = lengths[row] ?? 0;
    return [...text.matchAll(wholeValue)].some(({ index, 0: value }) => index < at && at < index + value.length);
  });
}

/** Splits after the guid or date that each text starts with. */
function cutsAfterValues(texts: readonly string[]): Cut[] {
  const lengths = leadingValues(texts);
  if (lengths === undefined) return [];
  return jointsAfter(texts, lengths).map((joint) => ({ lengths, joint }));
}

/** Splits after the value of a column, if each text starts with the value in its row. The value itself may contain the joint. */
function cutsAfterColumns(texts: readonly string[], columns: readonly Column[]): Cut[] {
  return columns.flatMap(({ type, values }) => {
    if (type !== "Edm.String" && type !== "Edm.Int32" && type !== "Edm.Int64") return [];
    const lengths = texts.map((text, row) => {
      const value = String(values[row]?.value);
      return text.startsWith(value) ? value.length : 0;
    });
    if (lengths.includes(0)) return [];
    return jointsAfter(texts, lengths).map((joint) => ({ lengths, joint }));
  });
}

/**
 * Returns the possible joints after the heads. They are prefixes of the text that follows every head: if `-by-1` and `-by-2` follow, the
 * joints are `-`, `-b`, `-by` and `-by-`.
 */
function jointsAfter(texts: readonly string[], lengths: readonly number[]): string[] {
  const start = commonStart(texts.map((text, row) => text.slice(lengths[row]).slice(0, maxJoint)));
  const run = leadingJoint(start);
  const lettered = start
    .slice(run.length)
    .split("")
    .map((_, index) => start.slice(0, run.length + index + 1));
  return run === "" ? lettered : [run, ...lettered];
}

export function commonStart([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
