const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

/** First schedule that shows a planted fault. */
export interface PlantedFault<Finding> {
  readonly seed: number;
  readonly finding: Finding;
}

/** Number of schedules within which a planted fault must show, counted from its first seed, or from 0 in a soak. */
export const plantedWithin = isSoak ? 50_000 : 500;

/**
 * Finds the first schedule that shows a fault which the test plants.
 * @param first the seed shortly before a schedule that shows the fault; a soak (long run) begins at 0
 * @throws Error if none of {@link plantedWithin} schedules shows it, with the way to find another first seed
 */
export async function findPlanted<Finding>(
  first: number,
  findingOf: (seed: number) => Promise<Finding | undefined>,
): Promise<PlantedFault<Finding>> {
  const from = isSoak ? 0 : first;
  for (let seed = from; seed < from + plantedWithin; seed++) {
    const finding = await findingOf(seed);
    if (finding !== undefined) {
      process.stdout.write(`${seed - from + 1} schedules from ${from} show it\n`);
      return { seed, finding };
    }
  }
  throw new Error(
    `None of the ${plantedWithin} schedules from ${from} shows the planted fault. \`pnpm soak\` of this file looks from 0: name a seed shortly before the one that it finds.`,
  );
}
