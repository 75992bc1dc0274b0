import { checkGuid, type Guid, lowerGuid } from "../edm/guid.js";
import { malformedPart, missingPart, type PartCodec } from "./key-part.js";

/** Writes a Guid as key text, in lower case, so that a Guid in upper case finds the row. */
export function keyGuid(value: Guid): string {
  if (value === undefined || value === null) throw missingPart();
  return checkGuid(value);
}

export function parseGuid(text: string | undefined): Guid {
  if (text === undefined || lowerGuid(text) !== text) throw malformedPart(text, "a lower-case Guid");
  return text as Guid;
}

/** Returns the codec for Guids in another format than usual: as 32 digits (`N`), in braces (`B`) or in upper case. */
export function guidFormat(format: "N" | "B" | "upper"): PartCodec {
  const [digit, four] = format === "upper" ? ["[0-9A-F]", "(?:[0-9A-F]{4}-){3}"] : ["[0-9a-f]", "(?:[0-9a-f]{4}-){3}"];
  const hyphenated = `${digit}{8}-${four}${digit}{12}`;
  const pattern = format === "N" ? `${digit}{32}` : format === "B" ? `\\{${hyphenated}\\}` : hyphenated;
  const test = new RegExp(`^${pattern}$`);
  return {
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
    order: "asc",
  };
}
