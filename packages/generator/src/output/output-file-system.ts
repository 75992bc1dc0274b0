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
  /** Removes the file. */
  remove(path: string): void;
}

/*
 * While a generated file is written, its text is in a temporary file beside it. The name says whose it is: nobody else gives a
 * file such a name, so that one which a killed run left behind can be removed.
 */

const pattern = /^\..+\.ts\.(\d+)\.tablewright-tmp$/;

/** `.order.gen.ts.4711.tablewright-tmp`: of the process that writes order.gen.ts. */
export function temporaryName(name: string, pid: number): string {
  return `.${name}.${pid}.tablewright-tmp`;
}

/** The process whose temporary file it is; `undefined` for any other file. */
export function processOf(name: string): number | undefined {
  const pid = pattern.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}
