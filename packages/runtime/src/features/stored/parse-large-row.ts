import { bufferOver } from "../../codec/edm/node-buffer.js";

/**
 * Text between the name and the value of a string member in the service's JSON. Inside of a string, a quote always has a backslash before
 * it.
 */
const beforeText = '":"';
const [quote, backslash] = [0x22, 0x5c] as const;

/**
 * Parses a row without its large strings, and then adds them, decoded directly from the bytes. If a cut-out piece was not the value of a
 * string member, the rest cannot be parsed.
 * @param largeBytes minimum size of a large string, in bytes
 * @returns undefined if the row has no large string, or cannot be parsed this way
 */
export function parseLargeRow(
  body: Uint8Array,
  parse: (text: string) => unknown,
  largeBytes: number = 16 * 1024,
): object | undefined {
  const bytes = bufferOver(body);
  if (!isAscii(bytes)) return undefined;
  const texts = new Map<string, string>();
  let rest = "";
  let at = 0;
  for (let nameEnd = bytes.indexOf(beforeText); nameEnd >= 0; ) {
    const start = nameEnd + beforeText.length;
    const end = bytes.indexOf(quote, start);
    if (end < 0) return undefined;
    if (end - start >= largeBytes && !bytes.subarray(start, end).includes(backslash)) {
      const nameStart = bytes.lastIndexOf(quote, nameEnd - 1) + 1;
      const name = bytes.toString("latin1", nameStart, nameEnd);
      // If there is a backslash in the name or just before its first quote, that quote is escaped, and the name begins earlier.
      if (texts.has(name) || bytes.subarray(nameStart - 2, nameEnd).includes(backslash)) return undefined;
      texts.set(name, bytes.toString("latin1", start, end));
      rest += bytes.toString("latin1", at, start);
      at = end;
    }
    nameEnd = bytes.indexOf(beforeText, end);
  }
  return texts.size === 0 ? undefined : addTexts(parseRest(rest + bytes.toString("latin1", at), parse), texts);
}

function parseRest(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Adds the large strings to the row that was parsed without them. Returns undefined if a member is missing or not empty: then its string
 * was cut out of another place.
 */
function addTexts(row: unknown, texts: ReadonlyMap<string, string>): object | undefined {
  const members = (row ?? {}) as Record<string, unknown>;
  for (const [name, text] of texts) {
    if (!Object.hasOwn(members, name) || members[name] !== "") return undefined;
    members[name] = text;
  }
  return members;
}

type IsAscii = (bytes: Uint8Array) => boolean;

/** Returns whether all bytes are ASCII, which takes a third of the time to decode. False if the platform has no fast check. */
function isAscii(bytes: Uint8Array): boolean {
  const found = globalThis.process?.getBuiltinModule?.("node:buffer") as { readonly isAscii?: IsAscii } | undefined;
  return found?.isAscii?.(bytes) ?? false;
}
