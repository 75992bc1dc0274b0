import { bufferOver } from "../../edm/node-buffer.js";

/** End of a name, and beginning of a text, as the service writes them. In a text each quote follows a backslash. */
const beforeText = '":"';
const [quote, backslash] = [0x22, 0x5c] as const;

/**
 * Parses a row without its large texts, which it then adds from the bytes. If bytes between two quotes only look like a text, the JSON
 * without them cannot be parsed.
 * @param largeBytes minimum size of a large text, in bytes
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
      // A backslash before the name means that it begins earlier.
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

/** Adds the texts to a row where they are empty. Returns undefined if a member is not the one that the text was cut out of. */
function addTexts(row: unknown, texts: ReadonlyMap<string, string>): object | undefined {
  const members = (row ?? {}) as Record<string, unknown>;
  for (const [name, text] of texts) {
    if (!Object.hasOwn(members, name) || members[name] !== "") return undefined;
    members[name] = text;
  }
  return members;
}

type IsAscii = (bytes: Uint8Array) => boolean;

/** Returns whether all bytes are ASCII, which is decoded in a third of the time. False on platforms that cannot tell quickly. */
function isAscii(bytes: Uint8Array): boolean {
  const found = globalThis.process?.getBuiltinModule?.("node:buffer") as { readonly isAscii?: IsAscii } | undefined;
  return found?.isAscii?.(bytes) ?? false;
}
