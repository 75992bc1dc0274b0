import { describe, expect, it } from "vitest";
import { estimateRatio, judgeRatio } from "./verdict.js";

/** Returns normally distributed numbers, the same on each run (Box–Muller over a linear congruential generator). */
function noise(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function reported(change: number, deviation: number): number {
  let count = 0;
  for (let run = 0; run < 1000; run++) {
    const next = noise(run * 7919 + 1);
    const ratios = Array.from({ length: 8 }, () => (1 + change) * Math.exp(deviation * next()));
    if (judgeRatio(estimateRatio(ratios)) !== "same") count++;
  }
  return count;
}

describe("estimateRatio", () => {
  it("returns the geometric mean and an interval around it", () => {
    const { mean, low, high } = estimateRatio([1, 2, 4]);
    expect(mean).toBeCloseTo(2);
    expect(low).toBeLessThan(1);
    expect(high).toBeCloseTo(4 / low);
  });

  it("returns an interval without width for equal ratios", () => {
    expect(estimateRatio([1.1, 1.1, 1.1])).toEqual({
      mean: expect.closeTo(1.1),
      low: expect.closeTo(1.1),
      high: expect.closeTo(1.1),
    });
  });
});

describe("judgeRatio", () => {
  it("reports 5% if pairs deviate by 2%, in 95 of 100 runs", () => {
    expect(reported(0.05, 0.02)).toBeGreaterThan(950);
  });

  it("reports nothing between equal builds, in 98 of 100 runs", () => {
    expect(reported(0, 0.02)).toBeLessThan(20);
  });

  it("ignores changes of less than a percent", () => {
    expect(judgeRatio({ mean: 1.009, low: 1.008, high: 1.01 })).toBe("same");
    expect(judgeRatio({ mean: 0.98, low: 0.97, high: 0.99 })).toBe("faster");
    expect(judgeRatio({ mean: 1.02, low: 1.01, high: 1.03 })).toBe("slower");
  });
});
