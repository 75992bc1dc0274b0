import type { Location } from "../diagnostics/diagnostic.js";
import type { Place } from "../diagnostics/report.js";
import type { ts } from "./typescript.js";

/** The range of a node, without the comments and blanks before it. */
export class NodePlace implements Place {
  readonly file: ts.SourceFile;
  readonly node: ts.Node;

  constructor(file: ts.SourceFile, node: ts.Node) {
    this.file = file;
    this.node = node;
  }

  locate(): Location {
    return locationOf(this.file, this.node.getStart(this.file), this.node.end);
  }
}

/** The range of positions, which count from 0. */
export function locationOf(file: ts.SourceFile, start: number, end: number): Location {
  const from = file.getLineAndCharacterOfPosition(start);
  const to = file.getLineAndCharacterOfPosition(end);
  return {
    file: file.fileName,
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  };
}

/** The very start of a file, where the whole file is meant. */
export function startOf(file: string): Place {
  return { locate: () => ({ file, line: 1, column: 1, endLine: 1, endColumn: 1 }) };
}
