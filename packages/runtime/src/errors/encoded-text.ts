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
