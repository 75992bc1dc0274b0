/** What ends the path of a relative import, as the user's compiler wants it; `""` for none. */
export type ImportExtension = ".js" | ".ts" | "";

export interface EmitOptions {
  /** The output folder, relative to the project's root, with `/`. */
  readonly outDir: string;
  readonly importExtension: ImportExtension;
}
