import fc from "fast-check";
import {
  anyBytes,
  anyDate,
  anyDouble,
  anyGuid,
  anyInt32,
  anyInt64,
  anyIso,
  anySafeInteger,
  anyString,
  anyTicks,
} from "../../../runtime/src/test/arbitraries.js";
import type { EveryFormInit } from "../tables.gen/index.js";

type Values = Omit<EveryFormInit, "partition" | "row">;

const anyJson = fc.jsonValue().filter((value) => value !== null);
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 10 });

/** Doubles of any bits. JSON does not distinguish one NaN from another. */
export const anyDoubleBits: fc.Arbitrary<number> = fc
  .bigInt({ min: 0n, max: 2n ** 64n - 1n })
  .map((bits) => new Float64Array(BigUint64Array.of(bits).buffer)[0] ?? 0);

const anyRatio = fc.oneof(anyDouble, anyDoubleBits);

/**
 * Generates valid values of every representation of every Edm type. Any of them may be absent.
 * @param options.negativeZero false for Azurite, which stores −0 as 0
 */
export function anyForm(options: { readonly negativeZero: boolean }): fc.Arbitrary<Values> {
  return fc.record({
    text: maybe(anyString),
    choice: maybe(fc.constantFrom("EUR", 'it\'s "größe"', "")),
    document: maybe(anyJson),
    flag: maybe(fc.boolean()),
    small: maybe(anyInt32),
    large: maybe(anyInt64),
    largeNumber: maybe(anySafeInteger),
    largeText: maybe(anyInt64.map(String)),
    ratio: maybe(options.negativeZero ? anyRatio : anyRatio.map((value) => (value === 0 ? 0 : value))),
    at: maybe(anyDate),
    atIso: maybe(anyIso),
    atTicks: maybe(anyTicks),
    guid: maybe(anyGuid),
    bytes: maybe(anyBytes),
  });
}
