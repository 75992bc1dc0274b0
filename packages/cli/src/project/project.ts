import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { InputError } from "../errors/input-error.js";
import { isFile, isTaken, specialKind } from "./read-files.js";

export const defaultConfig = "tablewright.config.ts";

/** Folders and config of a command, before anything in them is read. */
export interface Project {
  /** Absolute path of the folder of the config file, or the current one. Definitions and output are relative to it. */
  readonly root: string;
  /** Absolute path that printed paths are relative to. */
  readonly cwd: string;
  /** Name of the config file in `root`. The default one need not exist. */
  readonly config: string;
}

/**
 * Finds the folders and the config of a command.
 * @param config value of `--config`, relative to `cwd`
 * @throws InputError `config.not-found` if that file does not exist or is not a file
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
 * Returns the name of the lock file in `root`. It follows the config's name, so that two configs in one folder have separate lock files.
 */
export function lockFileName({ config }: Project): string {
  return `${config.replace(/(\.config)?\.[cm]?[jt]s$/, "")}.lock.json`;
}

/** Returns a path of the project as printed: relative to the current folder, with `/`. */
export function displayPath({ root, cwd }: Project, path: string): string {
  if (root === cwd) return path.replace(/^\.\//, "");
  return relative(cwd, join(root, path)).replaceAll(sep, "/");
}
