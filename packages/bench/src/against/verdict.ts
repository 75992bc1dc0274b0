/** Ratio of the working tree to the other build, over several pairs of processes. */
export interface Ratio {
  /** Geometric mean of the pairs. Above 1, the working tree costs more. */
  readonly mean: number;
  /** Bounds of the confidence interval of 99%. */
  readonly low: number;
  readonly high: number;
}

/** Normal quantile for a two-sided interval of 99%. */
const z = 2.5758;

/** Determines the mean ratio and its 99% confidence interval, by Student's distribution of the logarithms. */
export function estimateRatio(ratios: readonly number[]): Ratio {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const margin = studentQuantile(logs.length - 1) * Math.sqrt(variance / logs.length);
  return { mean: Math.exp(mean), low: Math.exp(mean - margin), high: Math.exp(mean + margin) };
}

/**
 * Cornish–Fisher expansion of Student's quantile, accurate to 1% for 6 or more degrees of freedom:
 * https://en.wikipedia.org/wiki/Cornish–Fisher_expansion
 */
function studentQuantile(degrees: number): number {
  return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
}

export type Change = "slower" | "faster" | "same";

/** Smallest change that is reported, because two builds of the same sources can differ by less. */
const smallest = 0.01;

/** Determines whether the builds differ beyond the spread of the pairs. */
export function judgeRatio({ mean, low, high }: Ratio): Change {
  if (low > 1 && mean > 1 + smallest) return "slower";
  return high < 1 && mean < 1 - smallest ? "faster" : "same";
}
