/** What can be wrong with how a command was called, besides the findings about definitions. */
export type InputErrorCode =
  | "cli.usage"
  | "cli.file-system"
  | "config.not-found"
  | "definition.folder-unreadable"
  | "definition.no-files"
  | "init.package-invalid"
  | "init.package-not-found"
  | "output.blocked"
  | "serve.not-installed"
  | "serve.port-in-use";

/** Something that the user can put right: printed without a stack, and the command ends with exit code 2. */
export class InputError extends Error {
  readonly code: InputErrorCode;
  /** What to do about it. */
  readonly help: string;

  constructor(code: InputErrorCode, message: string, help: string) {
    super(message);
    this.name = "InputError";
    this.code = code;
    this.help = help;
  }
}

/** The error as one that the user can put right, as refusals of the file system are; `undefined` for a defect of ours. */
export function inputErrorOf(error: unknown): InputError | undefined {
  if (error instanceof InputError) return error;
  if (!(error instanceof Error) || !("syscall" in error)) return undefined;
  const help =
    error.syscall === "watch"
      ? "Let more files be watched (on Linux: sysctl fs.inotify.max_user_watches), or narrow the globs of `definitions`."
      : "Check that the file can be reached and written, and that the disk is not full.";
  return new InputError("cli.file-system", error.message, help);
}
