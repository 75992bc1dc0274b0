import { checkGuid, type Guid, lowerGuid } from "../edm/guid.js";
import { type KeyCodec, malformedPart, missingPart } from "./key-codec.js";

/** Writes a Guid as key text, in lower case, so that a Guid in upper case finds the row. */
export function keyGuid(value: Guid): string {
  if (value === undefined || value === null) throw missingPart();
  return checkGuid(value);
}

export function parseGuid(text: string | undefined): Guid {
  if (text === undefined || lowerGuid(text) !== text) throw malformedPart(text, "a lower-case Guid");
  return text as Guid;
}

/** Codec for Guids in the usual format: hyphenated, in lower case. */
export const guidD: KeyCodec = {
  form: "",
  encode: keyGuid,
  parse: parseGuid,
  pattern: () => "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}",
  length: 36,
};

function guidFormat(format: "N" | "B" | "upper"): KeyCodec {
  const [digit, four] = format === "upper" ? ["[0-9A-F]", "(?:[0-9A-F]{4}-){3}"] : ["[0-9a-f]", "(?:[0-9a-f]{4}-){3}"];
  const hyphenated = `${digit}{8}-${four}${digit}{12}`;
  const pattern = format === "N" ? `${digit}{32}` : format === "B" ? `\\{${hyphenated}\\}` : hyphenated;
  const test = new RegExp(`^${pattern}$`);
  return {
    form: format === "upper" ? "upper" : `format("${format}")`,
    encode: (value: Guid) => {
      const guid = keyGuid(value);
      if (format === "N") return guid.replaceAll("-", "");
      return format === "B" ? `{${guid}}` : guid.toUpperCase();
    },
    parse: (text) => {
      if (text === undefined || !test.test(text)) throw malformedPart(text, `a Guid in the format ${format}`);
      if (format === "B") return text.slice(1, -1) as Guid;
      if (format === "upper") return text.toLowerCase() as Guid;
      return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") as Guid;
    },
    pattern: () => pattern,
    length: { N: 32, B: 38, upper: 36 }[format],
    order: "asc",
  };
}

/** Codec for Guids as 32 digits. */
export const guidN: KeyCodec = /* @__PURE__ */ guidFormat("N");
/** Codec for Guids in braces. */
export const guidB: KeyCodec = /* @__PURE__ */ guidFormat("B");
/** Codec for Guids in upper case. */
export const guidUpper: KeyCodec = /* @__PURE__ */ guidFormat("upper");
