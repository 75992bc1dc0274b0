/** Errors of a command that are not about definitions; those are the generator's diagnostics. */
export type InputErrorCode =
  | "cli.usage"
  | "cli.file-system"
  | "config.not-found"
  | "definition.folder-unreadable"
  | "definition.no-files"
  | "init.package-invalid"
  | "init.package-not-found"
  | "output.blocked"
  | "serve.certificate-invalid"
  | "serve.file-invalid"
  | "serve.not-installed"
  | "serve.port-in-use";

/** An error that the user can fix: printed without a stack, with exit code 2. */
export class InputError extends Error {
  readonly code: InputErrorCode;
  /** How to fix it. */
  readonly help: string;

  constructor(code: InputErrorCode, message: string, help: string) {
    super(message);
    this.name = "InputError";
    this.code = code;
    this.help = help;
  }
}

/** The error as one that the user can fix, as file system errors are; `undefined` for a bug in Tablewright. */
export function inputErrorOf(error: unknown): InputError | undefined {
  if (error instanceof InputError) return error;
  if (!(error instanceof Error) || !("syscall" in error)) return undefined;
  const help =
    error.syscall === "watch"
      ? "Raise the limit of watched files (on Linux: sysctl fs.inotify.max_user_watches), or narrow the globs in `definitions`."
      : "Check that the file exists and is writable, and that the disk is not full.";
  return new InputError("cli.file-system", error.message, help);
}
