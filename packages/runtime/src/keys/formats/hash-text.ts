import { checkUnicode } from "../../edm/quote.js";
import { checkString } from "../../edm/string.js";
import { missingPart, type PartCodec } from "../key-part.js";

/** Returns the encoding of strings as the first digits of the hash of their UTF-8, in lower-case hexadecimal. */
export function hashText(algorithm: "sha256" | "md5", length: number): Pick<PartCodec, "encode" | "pattern"> {
  return {
    encode: (value: string) => {
      if (value === undefined || value === null) throw missingPart();
      checkUnicode(checkString(value));
      return nodeCrypto().createHash(algorithm).update(value).digest("hex").slice(0, length);
    },
    pattern: () => `[0-9a-f]{${length}}`,
  };
}

/** Loads node:crypto at the first hash, as signing does. */
function nodeCrypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}
