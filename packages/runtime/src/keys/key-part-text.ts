import { keyBoolean } from "./boolean.js";
import { keyGuid } from "./guid.js";
import { keyInt32Asc, keyInt32Desc } from "./int32.js";
import { keyInt64Asc, keyInt64Desc } from "./int64.js";
import type { KeyEncoding } from "./key-part.js";
import { keyPad } from "./pad.js";
import { keyRaw, keyText } from "./text.js";
import { keyTicksAsc, keyTicksDesc } from "./ticks.js";

type Encode = (value: never, separator: string, width: number) => string;

const encoders: Readonly<Record<KeyEncoding, Encode>> = {
  text: keyText,
  raw: keyRaw,
  guid: keyGuid,
  boolean: keyBoolean,
  pad: (value, _, width) => keyPad(value, width),
  int32Asc: keyInt32Asc,
  int32Desc: keyInt32Desc,
  int64Asc: keyInt64Asc,
  int64Desc: keyInt64Desc,
  ticksAsc: keyTicksAsc,
  ticksDesc: keyTicksDesc,
};

/** One property as key text, by its encoding: what generated code spells out, for prefixes, ranges and explanations. */
export function keyPartText(encoding: KeyEncoding, value: unknown, separator: string, width: number): string {
  return encoders[encoding](value as never, separator, width);
}
