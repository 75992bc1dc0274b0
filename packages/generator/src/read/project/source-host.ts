/**
 * The files that the generator may read. Paths have `/`; relative ones start at the project's root, wherever the host
 * puts that, and reach outside it with `../`.
 */
export interface SourceHost {
  /** The file's text; `undefined` when there is no such file. */
  readFile(path: string): string | undefined;
  /** Whether there is such a file, other than a folder. */
  fileExists(path: string): boolean;
}

/** A host over files in memory, by path. */
export function sourceHostOf(files: Readonly<Record<string, string>>): SourceHost {
  const texts = new Map(Object.entries(files));
  return { readFile: (path) => texts.get(path), fileExists: (path) => texts.has(path) };
}

/** How far above the project's root files are found. */
const depth = 16;
const top = "/~tablewright";
const step = "/~up";
const root = top + step.repeat(depth);
/** The start of a path under the root, or under one of the folders above it. */
const start = new RegExp(`${top}((?:${step}){0,${depth}})(?:/|$)`, "g");

/**
 * The path as the compiler is given it. Its arithmetic is made for absolute paths: from a relative `tables/a.ts` it takes
 * `../../shared` for `shared`, and packages are not looked for in the folders above the root.
 */
export function toVirtual(path: string): string {
  return /^([/\\]|[A-Za-z]:)/.test(path) ? path : `${root}/${path}`;
}

/** What the compiler says, with its paths as the host has them: relative to the root. */
export function fromVirtual(text: string): string {
  return text.replaceAll(start, (_, steps: string) => "../".repeat(depth - steps.length / step.length));
}

/** The host as the compiler is given it. */
export function virtualHost(host: SourceHost): SourceHost {
  return {
    readFile: (path) => host.readFile(fromVirtual(path)),
    fileExists: (path) => host.fileExists(fromVirtual(path)),
  };
}
