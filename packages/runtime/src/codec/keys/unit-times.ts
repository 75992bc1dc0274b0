import { isInRange } from "../edm/check-date-time.js";
import { dateOf, remainderOf } from "../edm/exact-date.js";
import { outOfRange } from "../edm/value-errors.js";
import { intervalsOf } from "./bucket.js";
import { malformedPart, type PartCodec } from "./key-part.js";
import { type Numeral, orderOf, reader, written } from "./numeral.js";
import { type AnyTimestamp, toDate } from "./ticks.js";

/**
 * Returns the codec that writes a timestamp as key text: the number of whole units since 1970-01-01, in this notation.
 * @param unit length of the unit in milliseconds
 */
export function unitTimes(unit: number, numeral: Numeral): PartCodec {
  const pattern = numeral.unsignedPattern ?? numeral.pattern;
  const intervals = intervalsOf(unit);
  const read = reader(numeral, pattern);
  const { readNumber } = numeral;
  const readUnits = (text: string | undefined): number => {
    const units = (text !== undefined && readNumber?.(text)) || 0;
    return units > 0 ? units : Number(read(text));
  };
  return {
    encode: (value: AnyTimestamp) => {
      const units = intervals.at(toDate(value).getTime());
      if (units < 0) throw outOfRange(value, "the key counts from 1970-01-01");
      return written(numeral, value, BigInt(units));
    },
    parse: (text) => {
      const time = readUnits(text) * unit;
      if (!isInRange(time)) throw malformedPart(text, "a time of the years 1970 to 9999");
      return dateOf(time, 0);
    },
    pattern: () => pattern,
    intervals,
    keeps: (value: AnyTimestamp) => {
      const date = toDate(value);
      return date.getTime() % unit === 0 && remainderOf(date) === 0;
    },
    ...orderOf(numeral),
  };
}
