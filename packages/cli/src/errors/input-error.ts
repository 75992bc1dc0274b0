import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import type { InputErrorCode } from "./input-error-codes.js";

/** Error that the user can fix. It is printed without a stack, and the exit code is 2. */
export class InputError extends Error {
  readonly code: InputErrorCode;
  /** Advice on how to fix the error. */
  readonly help: string;

  constructor(code: InputErrorCode, message: string, help: string) {
    super(message);
    this.name = "InputError";
    this.code = code;
    this.help = help;
  }
}

/** Default advice to write to another path, for commands that give no advice of their own. */
const otherOutDir = "set another outDir in tablewright.config.ts";

/**
 * Converts an error, e.g. one of the file system, to an InputError that the user can fix. Returns undefined for a bug in Tablewright.
 * @param elsewhere the advice to write to another path, such as `choose another file with --out`
 */
export function toInputError(error: unknown, elsewhere: string = otherOutDir): InputError | undefined {
  if (error instanceof InputError) return error;
  if (!(error instanceof Error) || !("syscall" in error)) return undefined;
  const failure = error as NodeJS.ErrnoException & { readonly dest?: string };
  const { syscall = "", path, dest, message } = failure;
  const code = findCode(failure);
  const [reason, advice] = (syscall === "watch" ? watchFailures[code] : undefined) ?? fileFailures[code] ?? [];
  const help = advice?.replace("{elsewhere}", elsewhere);
  const target = dest ?? path;
  if (reason === undefined || help === undefined || target === undefined) {
    return new InputError("cli.file-system", message, "Check that the file exists and is writable.");
  }
  return new InputError(
    "cli.file-system",
    `Cannot ${chooseVerb(syscall)} ${shown(target)}: ${reason} (${code}).`,
    help,
  );
}

/**
 * Returns the code of a file system failure. For a read-only file system, Node's recursive `mkdir` reports ENOENT, although the folder
 * above exists. In that case, returns the code with which a write to that folder would fail.
 */
function findCode({ code = "", syscall, path }: NodeJS.ErrnoException): string {
  if (syscall !== "mkdir" || code !== "ENOENT" || path === undefined) return code;
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return code;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? code;
  }
}

/** Returns the reason of a file system failure as text, such as `the disk is full (ENOSPC)`. */
export function describeReason({ code = "", message }: NodeJS.ErrnoException): string {
  const [reason] = fileFailures[code] ?? [];
  return reason === undefined ? message : `${reason} (${code})`;
}

type Failure = readonly [reason: string, help: string];

const noAccess: Failure = [
  "permission denied",
  "Change the permissions of the file or of its folder, or run as another user.",
];

/** Reasons of file system failures and advice, by Node's error code. */
const fileFailures: Readonly<Record<string, Failure>> = {
  EACCES: noAccess,
  EPERM: noAccess,
  EBUSY: ["another program is using it", "Close that program, then run the command again."],
  EDQUOT: ["your disk quota is used up", "Free some space, or {elsewhere}. Then run the command again."],
  EEXIST: ["a file has that name, and a folder is needed", "Move the file, or {elsewhere}."],
  EISDIR: ["it is a folder, and a file is needed", "Move the folder, or {elsewhere}."],
  ELOOP: ["its symbolic links form a loop", "Repair the link, or delete it."],
  EMFILE: ["too many files are open", "Raise the limit of open files (ulimit -n)."],
  ENAMETOOLONG: ["the path, or a name in it, is too long", "Use shorter names, or {elsewhere}."],
  ENOENT: ["there is no such file or folder", "Check the path, then run the command again."],
  ENOSPC: ["the disk is full", "Free some space, or {elsewhere}. Then run the command again."],
  ENOTDIR: ["part of the path is a file, not a folder", "Move that file, or {elsewhere}."],
  EROFS: ["the file system is read-only", "Make it writable, or {elsewhere}."],
};

const tooManyWatched: Failure = [
  "the limit of watched files is reached",
  "Raise the limit (on Linux: sysctl fs.inotify.max_user_watches), or narrow the globs in `definitions`.",
];

const watchFailures: Readonly<Record<string, Failure>> = { ENOSPC: tooManyWatched, EMFILE: tooManyWatched };

const verbs: Readonly<Record<string, string>> = {
  mkdir: "create the folder",
  rename: "replace",
  rm: "remove",
  scandir: "list the folder",
  unlink: "remove",
  watch: "watch",
  write: "write",
};

function chooseVerb(syscall: string): string {
  return verbs[syscall] ?? "open";
}

/** Returns a path as it is printed: without its middle if it is long, and with the final name of the file instead of its temporary name. */
function shown(path: string): string {
  const name = path.replace(/\.([^/\\]+)\.\d+\.tablewright-tmp$/, "$1");
  return name.length <= 200 ? name : `${name.slice(0, 120)} … ${name.slice(-40)}`;
}
