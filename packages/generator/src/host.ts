/*
 * Converts a project's paths and reads its compiler options for a TypeScript compiler, and tells which names no class can have, for packages
 * that read other source files of the project or draft definitions.
 */

import { Report } from "./diagnostics/report.js";
import type { SourceHost } from "./read/project/source-host.js";
import { readTsconfig } from "./read/project/tsconfig.js";

export { isReservedTypeName } from "./model/generated-names.js";
export { fromVirtual, type SourceHost, toVirtual, virtualHost } from "./read/project/source-host.js";

/**
 * Reads the compiler options of a tsconfig and of those that it extends, but sets them to resolve imports as a bundler does. Omits parts
 * that cannot be read.
 * @param tsconfig path of the tsconfig; undefined for the compiler's defaults
 */
export function readCompilerOptions(tsconfig: string | undefined, host: SourceHost): Readonly<Record<string, unknown>> {
  return readTsconfig(tsconfig, host, new Report());
}
