import { createRequire } from "node:module";
import type * as morph from "ts-morph";

export type { FileSystemHost, ts } from "ts-morph";

/** Parts of ts-morph that this package uses. `require` loads it in half the time of `import`. */
export const {
  InMemoryFileSystemHost,
  Project,
  ts: typescript,
}: typeof morph = createRequire(import.meta.url)("ts-morph");
