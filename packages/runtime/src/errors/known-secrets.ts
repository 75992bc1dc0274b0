import { encodedCharacter, encodedRuns, escapeBefore } from "./encoded-text.js";
import { redact, redacted } from "./redact.js";

/** Shorter ones would be found in ordinary words. */
const minUnits = 8;

/** How many layers of base64 are looked through. */
const maxLayers = 2;

/** A signature as it is computed for each request: base64 of 32 bytes, with its `=`. What is longer is taken for one, too. */
const signatureUnits = 44;

/**
 * The secrets of one connection, taken out of whatever a server, a transport or a library says: keys, signatures and tokens by their
 * values, signatures of requests by their form, each as it is or encoded (percent, JSON, XML, base64, also several at once).
 * It takes its time, and works only when an error or event is made.
 */
export class KnownSecrets {
  readonly #values: () => readonly string[];

  /** @param values the secrets as they are now, earlier ones among them */
  constructor(values: () => readonly string[]) {
    this.#values = values;
  }

  /** The text without these secrets; what stands around them keeps its form, JSON for one. */
  readonly removeValues = (text: string): string => {
    const values = this.#values().filter((value) => value.length >= minUnits);
    return without(text, values, 0);
  };

  /** The text without these secrets, and without whatever else looks like one. */
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
    // A form that was decoded has a space in place of a plus.
    else if (text[at] === character || (character === "+" && text[at] === " ")) at++;
    else return undefined;
  }
  return at;
}

/** Whether a run of base64 characters is a signature, or holds a secret. */
function isSecret(run: string, values: readonly string[], layer: number): boolean {
  let plain = "";
  for (let at = 0; at < run.length; ) {
    const encoded = encodedCharacter(run, at);
    plain += encoded?.character ?? run[at];
    at = encoded?.end ?? at + 1;
  }
  if (plain.length >= signatureUnits && plain.endsWith("=")) return true;
  if (layer === maxLayers) return false;
  // What stands right before it may be of the same characters, so that it can begin at any of four places.
  return [0, 1, 2, 3].some((skipped) => {
    const decoded = Buffer.from(plain.slice(skipped), "base64").toString("latin1");
    return without(decoded, values, layer + 1) !== decoded;
  });
}
