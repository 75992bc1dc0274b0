/*
 * Paths and options as a compiler needs them, for packages that read other source files of a project.
 */

import { Report } from "./diagnostics/report.js";
import type { SourceHost } from "./read/project/source-host.js";
import { readTsconfig } from "./read/project/tsconfig.js";

export { fromVirtual, type SourceHost, toVirtual, virtualHost } from "./read/project/source-host.js";

/** Reads the compiler options of a tsconfig. Follows `extends`, which it resolves as a bundler does. Omits parts that cannot be read. */
export function readCompilerOptions(tsconfig: string | undefined, host: SourceHost): Readonly<Record<string, unknown>> {
  return readTsconfig(tsconfig, host, new Report());
}
