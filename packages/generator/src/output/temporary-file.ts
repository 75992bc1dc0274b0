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
