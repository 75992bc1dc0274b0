import { TextDecoder } from "node:util";
import { invalidEncoding, invalidLine } from "./row-line.js";

/** Maximum length of a line, in UTF-16 code units. A row of 1 MiB, the largest possible, has at most about 3 MiB of JSON. */
const maxLineUnits = 16 * 1024 * 1024;

export interface NumberedLine {
  /** Number of the line in the file, from 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * Reads the lines of a UTF-8 text and skips blank ones. Only a line feed ends a line. Does not keep earlier lines in memory.
 * @throws InputError `import.file-invalid` if the text is not UTF-8 or a line is too long
 */
export async function* readNumberedLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 1;
  let rest = "";
  for await (const chunk of chunks) {
    const lines = `${rest}${decode(decoder, chunk, number)}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLineUnits) throw invalidLine(number + lines.length, "it is longer than any row");
    for (const text of lines) {
      if (text.trim() !== "") yield { number, text };
      number++;
    }
  }
  rest += decode(decoder, undefined, number);
  if (rest.trim() !== "") yield { number, text: rest };
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, number: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw invalidEncoding(`at or after line ${number}`);
  }
}
