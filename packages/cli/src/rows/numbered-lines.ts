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
  for await (const lines of readLineGroups(chunks)) yield* lines;
}

/**
 * Reads lines as {@link readNumberedLines} does, those that end in a chunk together. An import of millions of lines uses it, because each
 * step of an asynchronous iteration takes a promise.
 */
export async function* readLineGroups(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly NumberedLine[], void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 1;
  let rest = "";
  for await (const chunk of chunks) {
    const texts = `${rest}${decode(decoder, chunk, number)}`.split("\n");
    rest = texts.pop() ?? "";
    if (rest.length > maxLineUnits) throw invalidLine(number + texts.length, "it is longer than any row");
    const lines: NumberedLine[] = [];
    for (const text of texts) {
      if (!isBlank(text)) lines.push({ number, text });
      number++;
    }
    if (lines.length > 0) yield lines;
  }
  rest += decode(decoder, undefined, number);
  if (!isBlank(rest)) yield [{ number, text: rest }];
}

function isBlank(text: string): boolean {
  return !text.startsWith("{") && text.trim() === "";
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, number: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw invalidEncoding(`at or after line ${number}`);
  }
}
