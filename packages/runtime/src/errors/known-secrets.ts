import { redact, redacted } from "./format-value.js";

/** Minimum length of a secret to search for. A shorter one would match ordinary words. */
const minUnits = 8;

/** If a secret is truncated, the minimum length at which its beginning is recognized. */
const minPrefix = 16;

/** Maximum number of nested layers of base64 to decode. */
const maxLayers = 2;

/** Length of a request's signature: base64 of 32 bytes, with its `=`. Any longer base64 that ends with `=` counts as a signature too. */
const signatureUnits = 44;

const hexSignature = /^(?:[0-9a-f]{2}){32,}$/i;

/** Matches a run of base64 characters that is at least half as long as a signature. */
const longRun = /[A-Za-z\d+/]{22,}=*/g;

interface Secrets {
  /** Texts of the secrets. */
  readonly values: readonly string[];
  /** First characters of each secret in hex: those of its text and, if the text is base64, those of the bytes that it encodes. */
  readonly hexes: readonly string[];
}

/**
 * Removes the secrets of one connection from text of a server, a transport or a library. It searches for the values of keys, signatures and
 * tokens, whole or truncated, and for the parts of JSON web tokens. Request signatures are recognized by their format. It finds each of
 * them plain or encoded: percent, JSON, XML, base64 (also nested), hex. It is slow, and runs only when an error or event is created.
 */
export class KnownSecrets {
  readonly #values: () => readonly string[];

  /** @param values returns the current secrets, and former ones */
  constructor(values: () => readonly string[]) {
    this.#values = values;
  }

  /** Removes the connection's secrets from a text. The rest of the text keeps its format, such as JSON. */
  readonly removeValues = (text: string): string => without(text, buildSecrets(this.#values()), 0);

  /** Removes the connection's secrets from a text, and anything else that looks like a secret. */
  readonly remove = (text: string): string => redact(this.removeValues(text));

  /** Removes secrets from a text that was truncated. Also removes every run of base64 that may be a part of a signature. */
  readonly removeParts = (text: string): string => this.remove(text).replace(longRun, redacted);
}

function buildSecrets(given: readonly string[]): Secrets {
  const values = given.flatMap((value) => [value, ...tokenParts(value)]).filter((value) => value.length >= minUnits);
  return { values, hexes: values.flatMap(hexPrefixes) };
}

/** Splits a JSON web token into its parts. Omits parts that are too short to search for; returns none for any other text. */
function tokenParts(value: string): string[] {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(value) ? value.split(".").filter((part) => part.length >= minPrefix) : [];
}

function hexPrefixes(value: string): string[] {
  const prefix = value.slice(0, minPrefix);
  const isBase64 = /^[\w+/-]{16}$/.test(prefix);
  const forms = [Buffer.from(prefix, "latin1"), ...(isBase64 ? [Buffer.from(prefix, "base64")] : [])];
  return forms.map((bytes) => bytes.toString("hex"));
}

function without(text: string, secrets: Secrets, layer: number): string {
  const unnamed = secrets.values.reduce(withoutValue, text);
  return unnamed.replace(encodedRuns, (run: string, at: number) =>
    isSecret(run, secrets, layer) ? escapeBefore(unnamed, run, at) + redacted : run,
  );
}

function withoutValue(text: string, value: string): string {
  let clean = "";
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const end = findEnd(value, text, at);
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

/**
 * Returns the end of a secret that begins at `start` of the text, however its characters are encoded. If the text contains only the
 * beginning of the secret, returns the end of that. Returns undefined if no secret begins there.
 */
function findEnd(value: string, text: string, start: number): number | undefined {
  if (text.startsWith(value, start)) return start + value.length;
  let at = start;
  let found = 0;
  for (const character of value) {
    const encoded = encodedCharacter(text, at);
    if (encoded?.character === character) at = encoded.end;
    // Decoding of HTML forms turns a plus into a space.
    else if (text[at] === character || (character === "+" && text[at] === " ")) at++;
    else return found >= minPrefix ? at : undefined;
    found++;
  }
  return at;
}

/**
 * Returns whether a run of base64 characters is a signature or contains a secret. Hex digits are base64 characters, too, so the run may be
 * hex.
 */
function isSecret(run: string, secrets: Secrets, layer: number): boolean {
  let plain = "";
  for (let at = 0; at < run.length; ) {
    const encoded = encodedCharacter(run, at);
    plain += encoded?.character ?? run[at];
    at = encoded?.end ?? at + 1;
  }
  if ((plain.length >= signatureUnits && plain.endsWith("=")) || hexSignature.test(plain)) return true;
  const lower = plain.toLowerCase();
  if (secrets.hexes.some((hex) => lower.includes(hex))) return true;
  if (layer === maxLayers) return false;
  // The base64 of a secret may begin inside of the run, because the text before it may consist of base64 characters too. Four characters
  // encode three bytes, so one of four offsets is right.
  return [0, 1, 2, 3].some((skipped) => {
    const decoded = Buffer.from(plain.slice(skipped), "base64").toString("latin1");
    return without(decoded, secrets, layer + 1) !== decoded;
  });
}

/** Maximum number of secrets to keep. By the time that one more arrives, the oldest one has expired. */
const maxKept = 16;

/** Secrets that a credential has used lately, the latest last. They are kept so that they can be removed from error messages. */
export class RecentSecrets {
  #values: readonly string[] = [];

  get values(): readonly string[] {
    return this.#values;
  }

  add(value: string): void {
    this.#values = [...this.#values.filter((other) => other !== value), value].slice(-maxKept);
  }
}

const percent = "%(?:25){0,3}";
/** Pattern of one to four backslashes, each possibly percent-encoded. JSON quoted in JSON has several. */
const backslashes = `(?:\\\\|${percent}5c){1,4}`;

/**
 * Matches one character that is encoded for URLs (once or more often), JSON or XML. Each repetition is bounded, so that no text takes long.
 */
const encoded = new RegExp(
  `${backslashes}(?:u00(?<json>[0-9a-f]{2})|(?<escaped>["/]))|${percent}(?<url>[0-9a-f]{2})|` +
    "&(?:amp;){0,3}(?:#x0{0,6}(?<hex>[0-9a-f]{2});|#0{0,6}(?<decimal>[0-9]{2,3});|(?<name>lt|gt|quot|apos|amp);)",
  "iy",
);

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/**
 * Decodes the character that is encoded at a position of a text, as in a URL (`%2B`), JSON (`\u002b`) or XML (`&#43;`). Returns the decoded
 * character and the position after its encoding; undefined if no encoded character begins there.
 */
export function encodedCharacter(text: string, at: number): { character: string; end: number } | undefined {
  const first = text[at];
  if (first !== "%" && first !== "\\" && first !== "&") return undefined;
  encoded.lastIndex = at;
  const groups = encoded.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { url, json, escaped, hex, decimal, name } = groups;
  const code = url ?? json ?? hex;
  const character =
    code !== undefined
      ? String.fromCharCode(Number.parseInt(code, 16))
      : decimal !== undefined
        ? String.fromCharCode(Number(decimal))
        : (escaped ?? named[name?.toLowerCase() ?? ""] ?? "");
  return { character, end: encoded.lastIndex };
}

/** Pattern of the hex codes of all base64 characters: `+ / - _`, digits and letters. */
const base64Code = "(?:2[bdf]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f)";
const base64Character = `[\\w+/-]|${percent}${base64Code}|${backslashes}(?:u00${base64Code}|/)|&#(?:x${base64Code}|[0-9]{2,3});`;
const equals = `=|${percent}3d|${backslashes}u003d|&#(?:x3d|61);`;

/** Matches runs of base64 or base64url that are long enough to contain a secret. Their characters may be encoded for URLs, JSON or XML. */
export const encodedRuns: RegExp = new RegExp(`(?:${base64Character}){12,}(?:${equals}){0,2}`, "gi");

/**
 * Returns the beginning of a base64 run that belongs to a JSON escape, and so not to a secret, such as the `n` of `\n`. The backslash is
 * not part of the run. Returns an empty text if there is no escape.
 */
export function escapeBefore(text: string, run: string, at: number): string {
  return text[at - 1] === "\\" ? (/^(?:[bfnrt]|u[0-9a-f]{4})/i.exec(run)?.[0] ?? "") : "";
}
