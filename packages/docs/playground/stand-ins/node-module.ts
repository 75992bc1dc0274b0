import ts from "typescript";

/** Stands in for `createRequire` of `node:module`, with which the generator loads the compiler of ts-morph. */
export function createRequire(): (name: string) => object {
  return () => ({ ts });
}

export const isBuiltin = (name: string): boolean => name.startsWith("node:");
