/** What ends the path of a relative import, as the user's compiler wants it; `none` for the bare path. */
export type ImportExtension = ".js" | ".ts" | "none";

export interface EmitOptions {
  /** The output folder, relative to the project's root, with `/`. */
  readonly outDir: string;
  readonly importExtension: ImportExtension;
}
