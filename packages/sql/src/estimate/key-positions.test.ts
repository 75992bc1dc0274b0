import fc from "fast-check";
import { expect, it } from "vitest";
import { KeyPositions } from "./key-positions.js";

const keys = fc.array(fc.string({ unit: fc.constantFrom(..."ab01-xZ"), maxLength: 12 }), {
  minLength: 1,
  maxLength: 20,
});

it("positions keep the order of texts that were learned", () => {
  fc.assert(
    fc.property(keys, (texts) => {
      const positions = new KeyPositions();
      positions.learn(texts);
      const sorted = [...texts].sort();
      const places = sorted.map((text) => positions.of(text));
      expect(places).toEqual([...places].sort((one, other) => one - other));
    }),
  );
});

it("a text between two texts is after the first and before the second", () => {
  fc.assert(
    fc.property(keys, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (texts, share) => {
      const positions = new KeyPositions();
      positions.learn(texts);
      const [from = "", end] = [...new Set(texts)].sort();
      const between = positions.between(from, end, share);
      if (between === undefined) return;
      expect(between > from).toBe(true);
      expect(end === undefined || between < end).toBe(true);
    }),
  );
});

it("digits and letters of hashes are supposed at each place that has digits", () => {
  const positions = new KeyPositions();
  positions.learn(["k00a7", "k0f31", "k1000"]);
  expect(positions.prefix).toBe("k");
  expect(positions.of("k8000")).toBeCloseTo(0.5);
  expect(positions.between("k0", undefined, 0.5)).toBe("k8");
  expect(positions.end()).toBe("l");
});

it("there is no end behind the highest characters", () => {
  const positions = new KeyPositions();
  expect(positions.end()).toBe(undefined);
  positions.learn(["a", "\uffee"]);
  expect(positions.end()).toBe(undefined);
});
