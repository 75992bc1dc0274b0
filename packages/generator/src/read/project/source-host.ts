/**
 * Files that the generator may read. Paths use `/`. Relative paths start at the project's root, which the host chooses, and reach outside
 * the root with `../`.
 */
export interface SourceHost {
  /** Returns the text of a file; `undefined` if it does not exist. */
  readFile(path: string): string | undefined;
  /** Returns whether a file exists; false for a folder. */
  fileExists(path: string): boolean;
}

/**
 * Creates a source host over files in memory.
 * @param files text of each file, by path
 */
export function createSourceHost(files: Readonly<Record<string, string>>): SourceHost {
  const texts = new Map(Object.entries(files));
  return { readFile: (path) => texts.get(path), fileExists: (path) => texts.has(path) };
}

/** Maximum number of folder levels above the project's root in which files are found. */
const depth = 16;
const top = "/~tablewright";
const step = "/~up";
const root = top + step.repeat(depth);
/** Matches the start of a virtual path: the project's root, or one of the folders above it. */
const start = new RegExp(`${top}((?:${step}){0,${depth}})(?:/|$)`, "g");

/**
 * Converts a path of the source host to a virtual absolute one for the compiler. With relative paths, the compiler would resolve
 * `../../shared` from `tables/a.ts` to `shared`, and would not search the folders above the root for packages.
 */
export function toVirtual(path: string): string {
  return /^([/\\]|[A-Za-z]:)/.test(path) ? path : `${root}/${path}`;
}

/** Converts virtual absolute paths, such as those in a compiler message, back to the source host's: relative to the project's root. */
export function fromVirtual(text: string): string {
  return text.replaceAll(start, (_, steps: string) => "../".repeat(depth - steps.length / step.length));
}

/** Returns a source host for the compiler, which accepts virtual absolute paths. */
export function virtualHost(host: SourceHost): SourceHost {
  return {
    readFile: (path) => host.readFile(fromVirtual(path)),
    fileExists: (path) => host.fileExists(fromVirtual(path)),
  };
}
