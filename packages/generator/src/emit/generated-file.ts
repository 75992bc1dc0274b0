/** A file to write: what the generator returns instead of writing. */
export interface GeneratedFile {
  /** Relative to the project's root, with `/`. */
  readonly path: string;
  readonly text: string;
}
