import type { Location, Place } from "../../diagnostics/report.js";
import type { ts } from "./typescript.js";

/** Path and text of a source file. Converts offsets in the text to lines and columns. */
export class SourceText {
  readonly path: string;
  readonly text: string;
  /** Offset of the start of each line, calculated when it is first needed. */
  #lines: readonly number[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** Returns the lines and columns of the range between two offsets in the text, which count from 0. */
  locate(start: number, end: number): Location {
    const [line, column] = this.#lineAndColumn(start);
    const [endLine, endColumn] = this.#lineAndColumn(end);
    return { file: this.path, line, column, endLine, endColumn };
  }

  #lineAndColumn(position: number): [number, number] {
    this.#lines ??= lineStarts(this.text);
    let line = 0;
    for (let after = this.#lines.length; after - line > 1; ) {
      const middle = (line + after) >> 1;
      if ((this.#lines[middle] ?? 0) <= position) line = middle;
      else after = middle;
    }
    return [line + 1, position - (this.#lines[line] ?? 0) + 1];
  }
}

/**
 * A range of a file's text, as the location of a diagnostic. It does not refer to the syntax tree, so that the tree can be freed once the
 * file is read.
 */
class TextPlace implements Place {
  readonly #source: SourceText;
  readonly #start: number;
  readonly #end: number;

  constructor(source: SourceText, start: number, end: number) {
    this.#source = source;
    this.#start = start;
    this.#end = end;
  }

  get file(): string {
    return this.#source.path;
  }

  locate(): Location {
    return this.#source.locate(this.#start, this.#end);
  }
}

/** Returns the source location of a syntax node, without the comments and whitespace before it. */
export function findPlace({ source, file }: { source: SourceText; file: ts.SourceFile }, node: ts.Node): Place {
  return new TextPlace(source, node.getStart(file), node.end);
}

/** Returns the source location between two offsets in the text of a file, which count from 0. */
export function buildRange(source: SourceText, start: number, end: number): Place {
  return new TextPlace(source, start, end);
}

/** Returns the start of a file as the location of a diagnostic about the whole file. */
export function findFileStart(path: string): Place {
  return new TextPlace(new SourceText(path, ""), 0, 0);
}

/** Finds the offsets at which lines start. Lines end as in ECMAScript: LF, CR, CR LF, U+2028 and U+2029. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length);
  return starts;
}
