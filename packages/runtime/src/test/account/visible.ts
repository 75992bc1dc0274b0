import { inspect } from "node:util";

/** Formats everything of an error that a person or a log could see. */
export function visible(error: unknown): string {
  let text = "";
  for (let at: unknown = error, depth = 0; at !== undefined && depth < 9; depth++) {
    text += `${String(at)} ${inspect(at, { depth: 12, showHidden: true, getters: true })} ${JSON.stringify(at)}`;
    if (at instanceof Error)
      text += `${at.stack} ${at.message} ${JSON.stringify(Object.getOwnPropertyDescriptors(at))}`;
    at = (at as { cause?: unknown } | null)?.cause;
  }
  return text;
}
