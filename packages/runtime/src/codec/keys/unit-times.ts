import { isInRange } from "../edm/check-date-time.js";
import { dateOf, remainderOf } from "../edm/exact-date.js";
import { outOfRange } from "../edm/value-errors.js";
import { intervalsOf } from "./bucket.js";
import { malformedPart, type RoundedCodec, rounded } from "./key-codec.js";
import { decimal, type IntegerCodec, orderOf, reader, written } from "./numeral.js";
import { type AnyTimestamp, toDate } from "./ticks.js";

/** Returns the codec for timestamps as whole milliseconds since 1970-01-01, in the notation of `digits`. */
export function milliseconds(digits: IntegerCodec = decimal): RoundedCodec {
  return unitTimes("milliseconds", 1, digits);
}

/** Returns the codec for timestamps as whole seconds since 1970-01-01, in the notation of `digits`. */
export function seconds(digits: IntegerCodec = decimal): RoundedCodec {
  return unitTimes("seconds", 1000, digits);
}

/** Returns the codec for timestamps as whole minutes since 1970-01-01, in the notation of `digits`. */
export function minutes(digits: IntegerCodec = decimal): RoundedCodec {
  return unitTimes("minutes", 60_000, digits);
}

/** Returns the codec for timestamps as whole days since 1970-01-01, in the notation of `digits`. */
export function days(digits: IntegerCodec = decimal): RoundedCodec {
  return unitTimes("days", 86_400_000, digits);
}

/** @param unit the unit's length in milliseconds */
function unitTimes(name: string, unit: number, digits: IntegerCodec): RoundedCodec {
  const { numeral } = digits;
  const pattern = numeral.unsignedPattern ?? numeral.pattern;
  const intervals = intervalsOf(unit);
  const read = reader(numeral, pattern);
  const { readNumber } = numeral;
  const readUnits = (text: string | undefined): number => {
    const units = (text !== undefined && readNumber?.(text)) || 0;
    return units > 0 ? units : Number(read(text));
  };
  return rounded({
    form: digits === decimal ? name : `${name}.${digits.form}`,
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
  });
}
