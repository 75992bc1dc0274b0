import { buildLanguage, type KeyLanguage } from "./key-language.js";
import type { KeyModel } from "./key-model.js";

/** Returns whether some text is in both sets, so that two keys can be equal. */
export function intersects(a: KeyLanguage, b: KeyLanguage): boolean {
  return commonText(a, b) !== undefined;
}

/** Finds a shortest text that is in both sets; `undefined` if there is none. */
export function commonText(a: KeyLanguage, b: KeyLanguage): string | undefined {
  return search(a, b, false)
    ?.map(({ unit }) => unit)
    .join("");
}

/** Two ways to split one key into the texts of its parts. */
export type TwoReadings = readonly [one: readonly string[], other: readonly string[]];

/**
 * Finds a shortest key that can be split into the texts of its parts in two ways, and returns both. `undefined` if every key can be split
 * in only one way.
 */
export function twoReadings(key: Pick<KeyModel, "parts" | "separator">): TwoReadings | undefined {
  const language = buildLanguage(key);
  const steps = search(language, language, true);
  if (steps === undefined) return undefined;
  const textOf = (part: number, side: "left" | "right") =>
    steps.map((step) => (step[side] === part ? step.unit : "")).join("");
  return [key.parts.map((_, part) => textOf(part, "left")), key.parts.map((_, part) => textOf(part, "right"))];
}

/** One UTF-16 code unit of a text, with the index of the key part to which each of two automatons assigns it. */
interface Step {
  readonly unit: string;
  readonly left: number;
  readonly right: number;
}

/**
 * Pair of states that the search has reached, `x` of one automaton and `y` of the other, with the step that led there. `differs` is true
 * once the automatons have assigned a code unit to different parts. If the search does not require that, it is always true.
 */
interface Visit {
  readonly x: number;
  readonly y: number;
  readonly differs: boolean;
  readonly step?: Step;
  readonly from?: Visit;
}

/** Characters that the search tries after those in the `alphabet` of the two sets. Those that read best in examples come first. */
const printable = "bzBZ9-~ cdefghijklmnopqrstuvwxyCDEFGHIJKLMNOPQRSTUVWXY2345678_:;!.,+*=()[]{}<>|&@$%^'\"`";

/**
 * Finds a shortest text that both automatons accept: searches the pairs of their states breadth-first for the pair of their end states.
 * @param differing true to find only a text in which the two automatons assign some code unit to different key parts
 */
function search(a: KeyLanguage, b: KeyLanguage, differing: boolean): Step[] | undefined {
  const alphabet = [...new Set([..."a10A", ...a.alphabet, ...b.alphabet, ...printable])];
  const seen = new Set<number>();
  const queue: Visit[] = [{ x: 0, y: 0, differs: !differing }];
  for (let at = 0; at < queue.length; at++) {
    const visit = queue[at] as Visit;
    const { x, y, differs } = visit;
    const key = (x * b.states.length + y) * 2 + Number(differs);
    if (seen.has(key)) continue;
    seen.add(key);
    if (differs && x === a.states.length - 1 && y === b.states.length - 1) return stepsTo(visit);
    const left = a.states[x] ?? [];
    const right = b.states[y] ?? [];
    const skip = (to: Pick<Visit, "x" | "y">) => queue.push({ ...visit, ...to });
    for (const edge of left) if (edge.accepts === undefined) skip({ x: edge.to, y });
    for (const edge of right) if (edge.accepts === undefined) skip({ x, y: edge.to });
    for (const p of left) {
      for (const q of right) {
        const { accepts } = p;
        const also = q.accepts;
        const unit = accepts && also && alphabet.find((each) => accepts(each) && also(each));
        if (unit === undefined) continue;
        const step = { unit, left: p.part, right: q.part };
        queue.push({ x: p.to, y: q.to, differs: differs || p.part !== q.part, step, from: visit });
      }
    }
  }
  return undefined;
}

function stepsTo(last: Visit): Step[] {
  const steps: Step[] = [];
  for (let visit: Visit | undefined = last; visit?.step !== undefined; visit = visit.from) steps.unshift(visit.step);
  return steps;
}
