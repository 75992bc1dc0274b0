import type { SourceHost } from "@tablewright/generator";

/**
 * Sources to examine. Paths are relative to the project's root, with `/`. In a separate file, because not every compiler that reads this
 * type can read the declarations of ts-morph, which opening a program needs.
 */
export interface ProgramSources {
  readonly host: SourceHost;
  readonly files: readonly string[];
  /** Tsconfig that determines how imports are resolved. */
  readonly tsconfig?: string;
}
