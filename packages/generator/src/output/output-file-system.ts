/** File system operations that are needed to update the output folder. Paths are relative to the project's root, with `/`. */
export interface OutputFileSystem {
  /**
   * Returns the names of the files in a folder, without its subfolders and without temporary files that another process is writing. Empty
   * if the folder does not exist.
   * @param folder path of the folder
   */
  list(folder: string): readonly string[];
  /** Returns the text of a file; `undefined` if it does not exist. */
  read(path: string): string | undefined;
  /** Writes a file atomically, and replaces an existing one. Creates its folder if needed. */
  write(path: string, text: string): void;
  /** Removes a file. */
  remove(path: string): void;
}
