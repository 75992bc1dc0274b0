import { encodedCharacter, encodedRuns, escapeBefore } from "./encoded-text.js";
import { redact, redacted } from "./redact.js";

/** Shorter secrets would match ordinary words. */
const minUnits = 8;

/** How many layers of base64 are decoded. */
const maxLayers = 2;

/** The signature of a request: base64 of 32 bytes, with its `=`. Anything longer also counts as one. */
const signatureUnits = 44;

/**
 * Removes the secrets of one connection from whatever a server, a transport or a library says: keys, signatures and tokens by value,
 * request signatures by form, each plain or encoded (percent, JSON, XML, base64, also nested). It is slow, and runs only when an error
 * or event is created.
 */
export class KnownSecrets {
  readonly #values: () => readonly string[];

  /** @param values the current secrets, and earlier ones */
  constructor(values: () => readonly string[]) {
    this.#values = values;
  }

  /** The text without these secrets; the rest keeps its format, such as JSON. */
  readonly removeValues = (text: string): string => {
    const values = this.#values().filter((value) => value.length >= minUnits);
    return without(text, values, 0);
  };

  /** The text without these secrets, and without anything else that looks like one. */
  readonly remove = (text: string): string => redact(this.removeValues(text));
}

function without(text: string, values: readonly string[], layer: number): string {
  const unnamed = values.reduce(withoutValue, text);
  return unnamed.replace(encodedRuns, (run: string, at: number) =>
    isSecret(run, values, layer) ? escapeBefore(unnamed, run, at) + redacted : run,
  );
}

function withoutValue(text: string, value: string): string {
  let clean = "";
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOf(value, text, at);
    if (end === undefined) {
      at++;
      continue;
    }
    clean += text.slice(from, at) + redacted;
    from = end;
    at = end;
  }
  return clean + text.slice(from);
}

/** Where a value ends that begins at a place of the text, however its characters are encoded. */
function endOf(value: string, text: string, start: number): number | undefined {
  if (text.startsWith(value, start)) return start + value.length;
  let at = start;
  for (const character of value) {
    const encoded = encodedCharacter(text, at);
    if (encoded?.character === character) at = encoded.end;
    // Form decoding turns a plus into a space.
    else if (text[at] === character || (character === "+" && text[at] === " ")) at++;
    else return undefined;
  }
  return at;
}

/** Whether a run of base64 characters is a signature, or contains a secret. */
function isSecret(run: string, values: readonly string[], layer: number): boolean {
  let plain = "";
  for (let at = 0; at < run.length; ) {
    const encoded = encodedCharacter(run, at);
    plain += encoded?.character ?? run[at];
    at = encoded?.end ?? at + 1;
  }
  if (plain.length >= signatureUnits && plain.endsWith("=")) return true;
  if (layer === maxLayers) return false;
  // The text right before the run may use the same characters, so the run can begin at any of four offsets.
  return [0, 1, 2, 3].some((skipped) => {
    const decoded = Buffer.from(plain.slice(skipped), "base64").toString("latin1");
    return without(decoded, values, layer + 1) !== decoded;
  });
}
