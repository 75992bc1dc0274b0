import { resolve } from "node:path";
import type { TablewrightConfig } from "@tablewright/generator/definition";
import { isTaken, type RecordingHost } from "./read-files.js";

/** Config with defaults filled in. Paths are relative to the project's root, with `/` as separator. */
export interface Settings {
  readonly definitions: readonly string[];
  readonly outDir: string;
  readonly output?: "ts" | "js";
  readonly importExtension?: ".js" | ".ts" | "none";
  readonly typeCheck?: boolean;
  readonly schemas?: boolean;
  readonly service?: "storage" | "cosmos";
  readonly tsconfig?: string;
}

/** Fills in the defaults of a config. @param nearestTsconfig the path of the tsconfig to use if the config names no tsconfig */
export function buildSettings(config: TablewrightConfig, nearestTsconfig: string | undefined): Settings {
  const {
    definitions = "tables/**/*.table.ts",
    outDir = "src/tables.gen",
    output,
    importExtension,
    typeCheck,
    schemas,
    service,
  } = config;
  const tsconfig = config.tsconfig === undefined ? nearestTsconfig : normal(config.tsconfig);
  return {
    definitions: typeof definitions === "string" ? [definitions] : definitions,
    outDir: normal(outDir),
    ...(output === undefined ? {} : { output }),
    ...(importExtension === undefined ? {} : { importExtension }),
    ...(typeCheck === undefined ? {} : { typeCheck }),
    ...(schemas === undefined ? {} : { schemas }),
    ...(service === undefined ? {} : { service }),
    ...(tsconfig === undefined ? {} : { tsconfig }),
  };
}

/** Returns the folders in which definition files can be: for each glob, its path up to the first wildcard. */
export function definitionFolders({ definitions }: Settings): readonly string[] {
  const folders = definitions
    .filter((glob) => !glob.startsWith("!"))
    .map((glob) => {
      const segments = glob.split("/");
      const wild = segments.findIndex((segment) => /[*?[\]{}()!+@]/.test(segment));
      // If there is no wildcard, `wild` is -1, and `slice` leaves out only the file's name.
      return segments.slice(0, wild).join("/") || ".";
    });
  return [...new Set(folders)];
}

/**
 * Returns the path of the tsconfig.json in the root or in the nearest folder above it; undefined if there is none. If that path is e.g. a
 * folder instead of a file, a later read reports this.
 */
export function findTsconfig(root: string, host: RecordingHost): string | undefined {
  const depth = root.split(/[/\\]/).filter((segment) => segment !== "").length;
  for (let up = 0; up <= depth; up++) {
    const path = `${"../".repeat(up)}tsconfig.json`;
    if (host.fileExists(path) || isTaken(resolve(root, path))) return path;
  }
  return undefined;
}

function normal(path: string): string {
  const segments: string[] = [];
  for (const segment of path.replaceAll("\\", "/").split("/")) {
    if (segment === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/") || ".";
}
