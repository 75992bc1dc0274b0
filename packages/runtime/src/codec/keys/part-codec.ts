import { copiesHelp, shared } from "../../platform/copies.js";
import { outOfRange } from "../edm/value-errors.js";
import type { KeyEncoding, PartCodec, PlainEncoding } from "./key-part.js";
import { keyPad, parsePad, parsePadInt64 } from "./pad.js";
import { endsRaw, endsText, keyRaw, keyText, parseRaw, parseText, rawPattern, textPattern } from "./text.js";

/** Codecs of the most common encodings. Definitions that use other encodings add those by {@link addKeyForms}. */
const plain: Readonly<Partial<Record<PlainEncoding, PartCodec>>> = {
  text: { encode: keyText, parse: (text, { end }) => parseText(text, end), pattern: textPattern, endsBefore: endsText },
  raw: { encode: keyRaw, parse: (text, { end }) => parseRaw(text, end), pattern: rawPattern, endsBefore: endsRaw },
  pad: {
    encode: (value, _, width) => keyPad(value, width),
    parse: (text, { type, width }) => (type.edm === "Edm.Int32" ? parsePad(text, width) : parsePadInt64(text, width)),
    pattern: (_, width) => `[0-9]{${width}}`,
    order: "asc",
  },
};

const codecs = /* @__PURE__ */ new Map<KeyEncoding, PartCodec>(Object.entries(plain) as [PlainEncoding, PartCodec][]);

/** Returns the codec of an encoding. It is created at its first use, and then reused. */
export function findCodec(encoding: KeyEncoding): PartCodec {
  let codec = codecs.get(encoding);
  if (codec === undefined) {
    codec = parseEncoding(encoding);
    codecs.set(encoding, codec);
  }
  return codec;
}

/** One call in the text of an encoding: `pad` and `10` of `.pad(10)`. */
export type Call = readonly [name: string, argument: string];

/** Function that creates the codec of an encoding from the calls in its text, such as `.seconds.pad(10)`. */
export type KeyForm = (calls: readonly [Call, ...Call[]]) => PartCodec;

/** Functions that create codecs, by the name of the encoding's first call, or of the encoding if it has no calls. */
export type KeyForms = Readonly<Record<string, KeyForm>>;

/** Encodings that the definitions of all copies have added. */
const forms = /* @__PURE__ */ shared("key-forms/v1", () => new Map<string, KeyForm>());

/** Adds encodings that are not built in. Only definitions that use these encodings import their code. */
export function addKeyForms(added: KeyForms): void {
  for (const name in added) forms.set(name, added[name] as KeyForm);
}

/**
 * Creates the error for a class that a former version of the generator wrote, or that meets another copy of this package.
 * @param problem such as "Order lacks queryPartitions"
 */
export function outdatedClass(problem: string): TypeError {
  return new TypeError(`The generated class ${problem}. Generate it again.${copiesHelp()}`);
}

function parseEncoding(encoding: string): PartCodec {
  const isExact = encoding.startsWith("exact");
  const [first = [encoding, ""], ...others] = [...encoding.matchAll(/\.(\w+)(?:\(("(?:[^"\\]|\\.)*"|\d+)\))?/g)].map(
    ([, name = "", argument = ""]): Call => [name, argument],
  );
  const codec = forms.get(first[0])?.([first, ...others]);
  if (codec === undefined) throw outdatedClass(`lacks the key form ${encoding}`);
  if (codec.keeps === undefined) return codec;
  return isExact ? exactly(codec) : { ...codec, isDerived: true, floor: (value) => codec.encode(value, "", 0) };
}

/** Returns the codec with a check that rejects times which their text cannot represent in full, so that the key determines the value. */
function exactly(codec: PartCodec): PartCodec {
  return {
    ...codec,
    isExact: true,
    encode: (value, end, width) => {
      const text = codec.encode(value, end, width);
      if (codec.keeps?.(value) !== false) return text;
      throw outOfRange(value, `the key keeps only ${JSON.stringify(text)} of it; round it, or store the property`);
    },
    floor: (value) => codec.encode(value, "", 0),
  };
}
