import type { SourceHost } from "@tablewright/generator";

/**
 * Source files of the program to read. Paths are relative to the project's root, with `/`. Declared in its own file, so that a compiler can
 * read this type without the declarations of ts-morph, which `openProgram` imports and some compilers cannot read.
 */
export interface ProgramSources {
  readonly host: SourceHost;
  readonly files: readonly string[];
  /** Tsconfig that determines how imports are resolved. */
  readonly tsconfig?: string;
  /**
   * True to read files of tests too, such as `orders.test.ts`. By default they are left out, because the rows in them are not the
   * program's.
   */
  readonly tests?: boolean;
}
