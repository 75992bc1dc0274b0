import { seededRandom } from "../soak/random.js";

/** Names of the levels that each factor can have. */
export type Factors = Readonly<Record<string, readonly string[]>>;

/** One level for each factor. */
export type Choice = Readonly<Record<string, string>>;

/**
 * Returns choices that contain, together, every pair of levels of different factors. Each is the best of some random ones: the one with the
 * most pairs that no earlier choice contains.
 * @see https://csrc.nist.gov/projects/automated-combinatorial-testing-for-software
 */
export function coverPairs(factors: Factors, seed: number): Choice[] {
  const random = seededRandom(seed);
  const names = Object.keys(factors);
  const open = new Set<string>();
  for (const [at, one] of names.entries())
    for (const other of names.slice(at + 1))
      for (const choice of choicesOf({ [one]: factors[one] ?? [], [other]: factors[other] ?? [] }))
        open.add(pairsIn(choice)[0] as string);
  const choices: Choice[] = [];
  while (open.size > 0) {
    const candidates = Array.from({ length: 30 }, () => drawChoice(factors, open, random));
    const counts = candidates.map((choice) => pairsIn(choice).filter((pair) => open.has(pair)).length);
    const best = candidates[counts.indexOf(Math.max(...counts))] as Choice;
    for (const pair of pairsIn(best)) open.delete(pair);
    choices.push(best);
  }
  return choices;
}

/** Returns all choices. */
export function choicesOf(factors: Factors): Choice[] {
  let choices: Choice[] = [{}];
  for (const [name, levels] of Object.entries(factors))
    choices = choices.flatMap((choice) => levels.map((level) => ({ ...choice, [name]: level })));
  return choices;
}

/** Returns every pair of levels in a choice, as text. */
export function pairsIn(choice: Choice): string[] {
  const chosen = Object.entries(choice);
  return chosen.flatMap(([one, level], at) =>
    chosen.slice(at + 1).map(([other, last]) => `${one}: ${level}, ${other}: ${last}`),
  );
}

/** Returns a copy of a list in random order. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const ordered = list.map((item) => [random(), item] as const).sort(([one], [other]) => one - other);
  return ordered.map(([, item]) => item);
}

/** Draws a choice factor by factor, in random order. Prefers the level that forms the most open pairs with the levels already chosen. */
function drawChoice(factors: Factors, open: ReadonlySet<string>, random: () => number): Choice {
  const names = Object.keys(factors);
  const chosen = new Map<string, string>();
  for (const name of shuffled(names, random)) {
    const scores = (factors[name] ?? []).map((level) => {
      const pairs = [...chosen].map(([other, last]) => {
        const isFirst = names.indexOf(name) < names.indexOf(other);
        return pairsIn(isFirst ? { [name]: level, [other]: last } : { [other]: last, [name]: level })[0] as string;
      });
      return [pairs.filter((pair) => open.has(pair)).length + random(), level] as const;
    });
    chosen.set(name, scores.sort(([one], [other]) => other - one)[0]?.[1] ?? "");
  }
  return Object.fromEntries(names.map((name) => [name, chosen.get(name) ?? ""]));
}
