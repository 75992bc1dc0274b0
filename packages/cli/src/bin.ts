#!/usr/bin/env node
import { run } from "./run.js";
import { exitCode } from "./terminal/exit-code.js";
import { processTerminal } from "./terminal/terminal.js";

// When stderr itself cannot be written, only the exit code can report it.
process.stderr.on("error", onWriteError);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") process.stderr.write(`✖ cli.file-system  Cannot write to stdout: ${error.message}\n`);
  onWriteError(error);
});

run(process.argv.slice(2), process.cwd(), processTerminal(process)).then((code) => {
  process.exitCode ??= code;
});

/** Ends the process. EPIPE is not an error, because the reader of a pipe may close it early, as `head` does. */
function onWriteError({ code }: NodeJS.ErrnoException): void {
  process.exit(code === "EPIPE" ? process.exitCode : exitCode.badInput);
}
