import { createRequire } from "node:module";
import type { ts } from "ts-morph";

export type { ts } from "ts-morph";

/**
 * The compiler that ts-morph bundles, so that reading does not depend on the user's TypeScript. Only its parser and its
 * module resolution are used: wrapping each node would double the time.
 */
export const typescript: typeof ts = loadCompiler();

/**
 * The compiler without ts-morph's wrappers, which take a third of the time to load; `require` takes half of what `import`
 * does. The file is not part of ts-morph's public interface: where it is missing, the whole is loaded.
 */
function loadCompiler(): typeof ts {
  const require = createRequire(import.meta.url);
  try {
    return createRequire(require.resolve("ts-morph"))("@ts-morph/common/dist/typescript.js");
  } catch {
    return require("ts-morph").ts;
  }
}
