/** File system operations that the output needs. Paths are relative to the project's root, with `/`. */
export interface OutputFileSystem {
  /**
   * Lists the files of a folder, without its subfolders and without temporary files that another run is writing. Empty if the folder
   * does not exist.
   */
  list(folder: string): readonly string[];
  /** Returns the text of a file; `undefined` if it does not exist. */
  read(path: string): string | undefined;
  /** Writes a file atomically. Creates its folder if needed. */
  write(path: string, text: string): void;
  /** Removes the file. */
  remove(path: string): void;
}

/*
 * A generated file is first written to a temporary file in the same folder. Its name contains the process id, and no other program uses
 * such names, so a file left by a killed run can be removed.
 */

const pattern = /^\..+\.ts\.(\d+)\.tablewright-tmp$/;

/** Returns the name for a process that writes order.gen.ts: `.order.gen.ts.4711.tablewright-tmp`. */
export function temporaryName(name: string, pid: number): string {
  return `.${name}.${pid}.tablewright-tmp`;
}

/** Returns the process that wrote a temporary file; `undefined` for any other file. */
export function parseProcess(name: string): number | undefined {
  const pid = pattern.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}
