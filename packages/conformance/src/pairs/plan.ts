import { seededRandom } from "../soak/random.js";
import { callFactors, isPossible } from "./call.js";
import { type Choice, choicesOf, coverPairs, pairsIn, shuffled } from "./covering-array.js";
import { type DrawnEntity, definitionFactors, drawEntity } from "./drawn-entity.js";

/** A call of a drawn entity. */
export interface PlannedCall {
  readonly drawn: DrawnEntity;
  readonly call: Choice;
}

/** Generates the classes of definitions that have, together, every pair of options. */
export function drawEntities(seed: number): DrawnEntity[] {
  return coverPairs(definitionFactors, seed).map(drawEntity);
}

/** Returns every call of every entity that the service and the types allow, in random order. */
export function everyCall(entities: readonly DrawnEntity[], seed: number): PlannedCall[] {
  const calls = choicesOf(callFactors);
  const possible = entities.flatMap((drawn) =>
    calls.filter((call) => isPossible(call, drawn)).map((call) => ({ drawn, call })),
  );
  return shuffled(possible, seededRandom(seed));
}

/**
 * Returns calls that together contain every possible combination of operation, way, row and fault; every pair of parts of a call; and every
 * pair of an option and a part of a call.
 */
export function coverCalls(entities: readonly DrawnEntity[], seed: number): PlannedCall[] {
  const random = seededRandom(seed);
  const covered = new Set<string>();
  const calls = shuffled(choicesOf(callFactors), random).filter((call) => {
    if (!entities.some((drawn) => isPossible(call, drawn))) return false;
    const goals = [JSON.stringify([call["write"], call["way"], call["row"], call["fault"]]), ...pairsIn(call)];
    const isNew = goals.some((goal) => !covered.has(goal));
    for (const goal of goals) covered.add(goal);
    return isNew;
  });
  const met = new Set<string>();
  return calls.map((call) => {
    const candidates = shuffled(
      entities.filter((drawn) => isPossible(call, drawn)),
      random,
    ).map((drawn) => ({ drawn, pairs: optionPairs(drawn.choice, call) }));
    const added = candidates.map(({ pairs }) => pairs.filter((pair) => !met.has(pair)).length);
    const best = candidates[added.indexOf(Math.max(...added))] as (typeof candidates)[number];
    for (const pair of best.pairs) met.add(pair);
    return { drawn: best.drawn, call };
  });
}

/** Returns every pair of an option with a part of a call, as text. */
export function optionPairs(options: Choice, call: Choice): string[] {
  const parts = Object.entries(call);
  return Object.entries(options).flatMap(([factor, level]) =>
    parts.map(([part, value]) => `${factor}: ${level}, ${part}: ${value}`),
  );
}
