import type { Column } from "../sample/columns.js";
import { leadingValues } from "./value-shapes.js";

/** Division of each text into a head, a joint, which is the same in all texts, and a rest. */
export interface Cut {
  /** Length of the head of each text. */
  readonly lengths: readonly number[];
  readonly joint: string;
}

const maxJoint = 8;
/** Number of texts to search for joints. */
const firstTexts = 20;
const maxCuts = 12;

/** Characters that join parts: neither letters nor digits, and none that programs quote or escape values with. */
export const jointRuns = /[^\p{L}\p{Nd}~%{}()[\]<>"'`]+/gu;

/** Returns the joint that a text starts with; empty if there is none. */
export function leadingJoint(text: string): string {
  const [run = ""] = text.match(jointRuns) ?? [];
  return text.startsWith(run) ? run : "";
}

/** Finds the places where texts may be cut into a head and a rest. */
export function findCuts(texts: readonly string[], columns: readonly Column[]): Cut[] {
  const found = [...cutsAfterValues(texts), ...cutsAtJoints(texts), ...cutsAfterColumns(texts, columns)];
  const distinct = new Map<string, Cut>();
  for (const cut of found) {
    const key = `${cut.lengths.slice(0, firstTexts).join()} ${cut.joint.length}`;
    if (!distinct.has(key)) distinct.set(key, cut);
  }
  return [...distinct.values()].slice(0, maxCuts);
}

/** Cuts at the first occurrence of a text between letters and digits that all texts contain. The longest joints come first. */
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

/** Guid, or date with or without a time. A cut must not divide one. */
const wholeValue =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d(?:-\d\d)?(?:T\d\d(?::\d\d){1,2}(?:\.\d+)?Z?)?)(?![0-9a-z])/gi;

function cutsValues(texts: readonly string[], lengths: readonly number[], joint: string): boolean {
  if (!/[-:.]/.test(joint)) return false;
  return texts.some((text, row) => {
    const at = lengths[row] ?? 0;
    return [...text.matchAll(wholeValue)].some(({ index, 0: value }) => index < at && at < index + value.length);
  });
}

/** Cuts after guids and dates that all texts start with. */
function cutsAfterValues(texts: readonly string[]): Cut[] {
  const lengths = leadingValues(texts);
  if (lengths === undefined) return [];
  return jointsAfter(texts, lengths).map((joint) => ({ lengths, joint }));
}

/** Cuts after the values of a column that all texts start with. They may contain the joint. */
function cutsAfterColumns(texts: readonly string[], columns: readonly Column[]): Cut[] {
  return columns.flatMap(({ type, values }) => {
    if (type !== "Edm.String" && type !== "Edm.Int32" && type !== "Edm.Int64") return [];
    const lengths = texts.map((text, row) => {
      const value = String(values[row]?.value);
      return value !== "" && text.startsWith(value) ? value.length : 0;
    });
    if (lengths.includes(0)) return [];
    return jointsAfter(texts, lengths).map((joint) => ({ lengths, joint }));
  });
}

/** Returns the longest common start of all rests: its characters before the first letter or digit, or all of it if it has neither. */
function jointsAfter(texts: readonly string[], lengths: readonly number[]): string[] {
  const start = commonStart(texts.map((text, row) => text.slice(lengths[row], (lengths[row] ?? 0) + maxJoint)));
  const run = leadingJoint(start);
  const lettered =
    start.length > run.length
      ? start
          .slice(run.length)
          .split("")
          .map((_, index) => start.slice(0, run.length + index + 1))
      : [];
  return run === "" ? lettered : [run, ...lettered];
}

export function commonStart([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
