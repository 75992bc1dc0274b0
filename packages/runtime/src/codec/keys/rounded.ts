import { outOfRange } from "../edm/value-errors.js";
import type { KeyCodec } from "./key-codec.js";

/** Codec of times that omits part of most of them, such as the fraction of a second. */
export interface RoundedCodec extends KeyCodec {
  keeps(value: never): boolean;
  floor(value: never): string;
}

/** Returns a codec of times that omits part of most of them. The value is read from its stored property. */
export function rounded(codec: Omit<RoundedCodec, "floor">): RoundedCodec {
  return { ...codec, isDerived: true, floor: codec.encode };
}

/**
 * Returns the codec for a property that only the key stores: a time which the text cannot represent in full is an error, so that the text
 * determines the value.
 */
export function exact({ isDerived: _, ...codec }: RoundedCodec): KeyCodec {
  return {
    ...codec,
    isExact: true,
    encode: (value) => {
      const text = codec.encode(value);
      if (codec.keeps(value)) return text;
      throw outOfRange(value, `the key keeps only ${JSON.stringify(text)} of it; round it, or store the property`);
    },
  };
}
