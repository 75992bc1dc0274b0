/** What the output needs of a file system. Paths are relative to the project's root, with `/`. */
export interface OutputFileSystem {
  /**
   * Names of the files in a folder, without those of its subfolders, and without temporary files that another run is writing;
   * none when there is no such folder.
   */
  list(folder: string): readonly string[];
  /** The file's text; `undefined` when there is no such file. */
  read(path: string): string | undefined;
  /** Replaces the file as a whole or leaves it as it was; makes its folder where there is none. */
  write(path: string, text: string): void;
  remove(path: string): void;
}
