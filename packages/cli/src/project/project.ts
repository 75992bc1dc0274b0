import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { InputError } from "../errors/input-error.js";
import { isFile, isTaken, specialKind } from "./read-files.js";

export const defaultConfig = "tablewright.config.ts";

/** Folders and config file that a command works with, before any file is read. */
export interface Project {
  /**
   * Absolute path of the folder with the config file, or else of the current folder. Paths of definitions and output are relative to it.
   */
  readonly root: string;
  /** Absolute path of the current folder. Printed paths are relative to it. */
  readonly cwd: string;
  /** Name of the config file in `root`. The default config file need not exist. */
  readonly config: string;
}

/**
 * Determines the folders and the config file that a command works with.
 * @param config value of `--config`, relative to `cwd`; undefined for the default config file
 * @throws InputError `config.not-found` if the config file does not exist or is not a regular file
 */
export function locateProject(cwd: string, config: string | undefined): Project {
  if (config === undefined) {
    const path = resolve(cwd, defaultConfig);
    if (!isFile(path) && isTaken(path)) {
      rejectSpecialConfig(path, defaultConfig, "or delete it to use the defaults");
      const help = "Restore the file, or delete it to use the defaults.";
      throw new InputError("config.not-found", `${defaultConfig} is not a readable file.`, help);
    }
    return { root: cwd, cwd, config: defaultConfig };
  }
  const file = resolve(cwd, config);
  if (!isFile(file)) {
    rejectSpecialConfig(file, config, "or choose another with --config");
    const help = `Pass the path of an existing file, or omit --config to use ${defaultConfig} or the defaults.`;
    throw new InputError("config.not-found", `Config file ${config} not found.`, help);
  }
  return { root: dirname(file), cwd, config: basename(file) };
}

function rejectSpecialConfig(file: string, path: string, otherwise: string): void {
  const kind = specialKind(file);
  if (kind === undefined) return;
  const help = `Replace it with a regular file, ${otherwise}.`;
  throw new InputError("config.not-found", `${path} is ${kind}, not a file.`, help);
}

/**
 * Returns the name of the lock file in `root`, e.g. `tablewright.lock.json`. The name is derived from that of the config file, so that two
 * configs in one folder have separate lock files.
 */
export function lockFileName({ config }: Project): string {
  return `${config.replace(/(\.config)?\.[cm]?[jt]s$/, "")}.lock.json`;
}

/** Converts a path relative to the project's root to the form that is printed: relative to the current folder, with `/` as separator. */
export function displayPath({ root, cwd }: Project, path: string): string {
  if (root === cwd) return path.replace(/^\.\//, "");
  return relative(cwd, join(root, path)).replaceAll(sep, "/");
}
