/*
 * A generated file is first written to a temporary file in the same folder. The name of the temporary file contains the process id, and no
 * other program uses such names, so a file left by a killed process can be recognized and removed.
 */

const pattern = /^\..+\.ts\.(\d+)\.tablewright-tmp$/;

/** Returns the name of the temporary file of a process that writes order.gen.ts: `.order.gen.ts.4711.tablewright-tmp`. */
export function temporaryName(name: string, pid: number): string {
  return `.${name}.${pid}.tablewright-tmp`;
}

/** Returns the id of the process that wrote a temporary file; `undefined` for any other file. */
export function parseProcess(name: string): number | undefined {
  const pid = pattern.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}
