import { checkInt64, checkInt64String } from "../edm/numbers.js";
import { outOfRange, wrongType } from "../edm/value-errors.js";
import { type KeyCodec, malformedPart, missingPart, parseNumber } from "./key-codec.js";

/** Notation of whole numbers in a key, such as padded or hexadecimal. */
interface Numeral {
  /** Smallest and largest number that the notation can represent; undefined if there is no limit. */
  readonly min: bigint | undefined;
  readonly max: bigint | undefined;
  /** Name of the notation in error messages: `hex(8)`. */
  readonly name: string;
  write(value: bigint): string;
  /** Reads a number from a text that matches `pattern`. */
  read(text: string): bigint;
  /**
   * Reads a number from a text; NaN if the text does not match. It takes a third of the time of `read`. Absent if a JavaScript number may
   * not be exact.
   */
  readNumber?(text: string): number;
  readonly pattern: string;
  /** Pattern without a minus sign, for properties whose minimum is at least 0. Absent if `pattern` has no sign either. */
  readonly unsignedPattern?: string;
  readonly order?: "asc" | "desc";
}

/** Codec for integers. Times can be written in its notation too. */
export interface IntegerCodec extends KeyCodec {
  readonly numeral: Numeral;
}

/** Codec for integers in decimal digits without padding. */
export const decimal: IntegerCodec = /* @__PURE__ */ integers({
  name: "text",
  min: undefined,
  max: undefined,
  write: String,
  read: BigInt,
  pattern: "(?:0|-?[1-9][0-9]*)",
  unsignedPattern: "(?:0|[1-9][0-9]*)",
});

/** Returns the codec that writes `max − value`, padded to the digits of `max`, so that the largest number sorts first. */
export function desc(max: number | bigint): IntegerCodec {
  const whole = BigInt(max);
  const width = String(max).length;
  return integers({
    name: `desc(${max})`,
    min: 0n,
    max: whole,
    write: (value) => String(whole - value).padStart(width, "0"),
    read: (text) => whole - BigInt(text),
    ...(max <= Number.MAX_SAFE_INTEGER && { readNumber: (text) => Number(max) - parseNumber(text, width) }),
    pattern: `[0-9]{${width}}`,
    order: "desc",
  });
}

/** Returns the codec for whole numbers from 0 in `width` hexadecimal digits, in lower case. */
export function hex(width: number): IntegerCodec {
  return hexadecimal(width, "a-f", (digits) => digits);
}

/** Returns the codec for whole numbers from 0 in `width` hexadecimal digits, in upper case. */
export function upperHex(width: number): IntegerCodec {
  return { ...hexadecimal(width, "A-F", (digits) => digits.toUpperCase()), form: `upper.hex(${width})` };
}

function hexadecimal(width: number, letters: string, inCase: (digits: string) => string): IntegerCodec {
  return integers({
    name: `hex(${width})`,
    min: 0n,
    max: 16n ** BigInt(width) - 1n,
    write: (value) => inCase(value.toString(16).padStart(width, "0")),
    read: (digits) => BigInt(`0x${digits}`),
    pattern: `[0-9${letters}]{${width}}`,
    order: "asc",
  });
}

/** Returns the codec that writes integer properties as key text in this notation. */
function integers(numeral: Numeral): IntegerCodec {
  const read = reader(numeral, numeral.pattern);
  return {
    form: numeral.name,
    encode: (value: number | bigint | string) => {
      if (value === undefined || value === null) throw missingPart();
      return written(numeral, value, integerOf(value));
    },
    parse: (text, { edm }) => {
      const value = read(text);
      if (edm === "Edm.Int32") {
        if (BigInt.asIntN(32, value) !== value) throw malformedPart(text, "an Edm.Int32");
        return Number(value);
      }
      if (BigInt.asIntN(64, value) !== value) throw malformedPart(text, "an Edm.Int64");
      return value;
    },
    pattern: ({ min }) => (min !== undefined && min >= 0 && numeral.unsignedPattern) || numeral.pattern,
    ...orderOf(numeral),
    numeral,
  };
}

export function orderOf({ order }: Numeral): Pick<KeyCodec, "order" | "endsBefore"> {
  return order === undefined ? { endsBefore: (next) => !/^[0-9]/.test(next) } : { order };
}

export function written({ min, max, name, write }: Numeral, given: unknown, value: bigint): string {
  if ((min !== undefined && value < min) || (max !== undefined && value > max))
    throw outOfRange(given, `${name} takes ${min} to ${max}`);
  return write(value);
}

/** Returns the function that reads numbers in this notation. It throws `key.malformed` for any text that the notation never writes. */
export function reader(numeral: Numeral, pattern: string): (text: string | undefined) => bigint {
  const { name, min } = numeral;
  const test = new RegExp(`^${pattern}$`);
  return (text) => {
    if (text === undefined || !test.test(text)) throw malformedPart(text, `a number as ${name} writes it`);
    const value = numeral.read(text);
    if (min !== undefined && value < min) throw malformedPart(text, `a number as ${name} writes it`);
    return value;
  };
}

function integerOf(value: number | bigint | string): bigint {
  if (typeof value === "bigint") return checkInt64(value);
  if (typeof value === "string") return BigInt(checkInt64String(value));
  if (typeof value !== "number") throw wrongType("Edm.Int64", "a whole number", value);
  if (!Number.isSafeInteger(value))
    throw outOfRange(value, "a key takes whole numbers, as a number up to 9007199254740991");
  return BigInt(value);
}
