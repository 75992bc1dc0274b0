/**
 * The files that the generator may read. Paths have `/`; relative ones start at the project's root, wherever the host
 * puts that, and reach outside it with `../`.
 */
export interface SourceHost {
  /** The file's text; `undefined` when there is no such file. */
  readFile(path: string): string | undefined;
  fileExists(path: string): boolean;
}

/** A host over files in memory, by path. */
export function sourceHostOf(files: Readonly<Record<string, string>>): SourceHost {
  const texts = new Map(Object.entries(files));
  return { readFile: (path) => texts.get(path), fileExists: (path) => texts.has(path) };
}
