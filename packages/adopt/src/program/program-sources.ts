import type { SourceHost } from "@tablewright/generator";

/**
 * What to look at. Paths are relative to the project's root, with `/`. In a file of its own: the declarations of ts-morph, which
 * opening a program needs, are not for every compiler that reads ours.
 */
export interface ProgramSources {
  readonly host: SourceHost;
  readonly files: readonly string[];
  /** Tells how imports are resolved. */
  readonly tsconfig?: string;
}
