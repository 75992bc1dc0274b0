import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { InputError } from "../input-error.js";
import { isFile, isTaken } from "./recording-host.js";

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
 * @throws InputError `config.not-found` when that file is not there, or the default one is no file
 */
export function locateProject(cwd: string, config: string | undefined): Project {
  if (config === undefined) {
    const path = resolve(cwd, defaultConfig);
    if (!isFile(path) && isTaken(path)) {
      const help = "Restore the file, or remove what is there to use the defaults.";
      throw new InputError("config.not-found", `${defaultConfig} is not a file that can be read.`, help);
    }
    return { root: cwd, cwd, config: defaultConfig };
  }
  const file = resolve(cwd, config);
  if (!isFile(file)) {
    const help = `Name an existing file, or leave --config out: ${defaultConfig} is read where there is one.`;
    throw new InputError("config.not-found", `There is no config file ${config}.`, help);
  }
  return { root: dirname(file), cwd, config: basename(file) };
}

/** A path of the project as it is shown: relative to the current folder, with `/`. */
export function displayPath({ root, cwd }: Project, path: string): string {
  if (root === cwd) return path.replace(/^\.\//, "");
  return relative(cwd, join(root, path)).replaceAll(sep, "/");
}
