import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { InputError } from "../errors/input-error.js";
import { isFile, isTaken, specialKind } from "./read-files.js";

export const defaultConfig = "tablewright.config.ts";

/** Where a command works. Nothing in it has been read yet. */
export interface Project {
  /** Absolute: the folder of the config file, or the current one. Definitions and output are relative to it. */
  readonly root: string;
  /** Absolute: what printed paths are relative to. */
  readonly cwd: string;
  /** The config file's name in `root`; the default one need not exist. */
  readonly config: string;
}

/**
 * @param config what `--config` says, relative to `cwd`
 * @throws InputError `config.not-found` when that file does not exist, or is not a file
 */
export function locateProject(cwd: string, config: string | undefined): Project {
  if (config === undefined) {
    const path = resolve(cwd, defaultConfig);
    if (!isFile(path) && isTaken(path)) {
      refuseSpecialConfig(path, defaultConfig, "or delete it to use the defaults");
      const help = "Restore the file, or delete it to use the defaults.";
      throw new InputError("config.not-found", `${defaultConfig} is not a readable file.`, help);
    }
    return { root: cwd, cwd, config: defaultConfig };
  }
  const file = resolve(cwd, config);
  if (!isFile(file)) {
    refuseSpecialConfig(file, config, "or choose another with --config");
    const help = `Pass the path of an existing file, or omit --config to use ${defaultConfig} or the defaults.`;
    throw new InputError("config.not-found", `Config file ${config} not found.`, help);
  }
  return { root: dirname(file), cwd, config: basename(file) };
}

function refuseSpecialConfig(file: string, path: string, otherwise: string): void {
  const kind = specialKind(file);
  if (kind === undefined) return;
  const help = `Replace it with a regular file, ${otherwise}.`;
  throw new InputError("config.not-found", `${path} is ${kind}, not a file.`, help);
}

/** The lock file's name in `root`: that of the config, so that two configs of one folder have one each. */
export function lockFileOf({ config }: Project): string {
  return `${config.replace(/(\.config)?\.[cm]?[jt]s$/, "")}.lock.json`;
}

/** A path of the project as it is shown: relative to the current folder, with `/`. */
export function displayPath({ root, cwd }: Project, path: string): string {
  if (root === cwd) return path.replace(/^\.\//, "");
  return relative(cwd, join(root, path)).replaceAll(sep, "/");
}
