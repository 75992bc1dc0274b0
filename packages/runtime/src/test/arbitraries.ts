import fc from "fast-check";
import { firstTick, lastTick } from "../codec/edm/date-time.js";
import { dateOf, ExactDate, isoOf } from "../codec/edm/exact-date.js";
import type { Guid } from "../codec/edm/guid.js";

/* Valid values of each representation of each Edm type. */

/** Well-formed UTF-16, with quotes, controls, emoji and private use. */
export const anyString = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      "\\",
      "\n",
      "\u0000",
      "\u007f",
      "é",
      "😀",
      "\ue000",
      "\u2028",
      "a",
      "!",
      "~",
      "/",
      " ",
    ),
  }),
);
export const anyInt32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
export const anyInt64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n),
);
export const anySafeInteger = fc.maxSafeInteger();
/** Doubles of every bit pattern, with subnormals, −0, NaN and the infinities. */
export const anyDouble = fc.oneof(
  fc.double(),
  fc.integer().map(Number),
  fc.constantFrom(-0, 0, 5, 1e21, 1e-7, 5e-324, 1.7976931348623157e308),
);
const ticks = fc.bigInt({ min: firstTick, max: lastTick });
export const anyTicks = fc.oneof(
  ticks,
  ticks.map((value) => value - (value % 10_000n)),
  fc.constantFrom(firstTick, lastTick),
);
export const anyDate = anyTicks.map((value) => {
  const exact = ExactDate.fromTicks(value);
  return dateOf(exact.getTime(), exact.remainder);
});
/** Dates as the service writes them: without trailing zeros. */
export const anyIso = anyDate.map(isoOf);
export const anyGuid = fc.uuid() as fc.Arbitrary<Guid>;
/** Views that begin anywhere in their buffer. */
export const anyBytes = fc
  .tuple(fc.uint8Array({ maxLength: 300 }), fc.nat(5))
  .map(([bytes, offset]) => bytes.subarray(Math.min(offset, bytes.length)));
