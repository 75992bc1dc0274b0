import { createRequire } from "node:module";

const { version: own } = createRequire(import.meta.url)("../package.json") as { version: string };

/** This package's version. */
export const version: string = own;
