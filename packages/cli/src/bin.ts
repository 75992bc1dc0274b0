#!/usr/bin/env node
import { reportUnfinished, run } from "./run.js";
import { exitCode } from "./terminal/exit-code.js";
import { processTerminal } from "./terminal/terminal.js";

const args = process.argv.slice(2);
const terminal = processTerminal(process);
let hasReturned = false;

// If the process ends before the command has returned, for whatever reason, its exit code must report a failure.
process.exitCode = exitCode.bug;
process.once("beforeExit", () => {
  if (!hasReturned) process.exitCode = reportUnfinished(args, terminal);
});

// When stderr itself cannot be written, only the exit code can report it.
process.stderr.on("error", onWriteError);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") process.stderr.write(`✖ cli.file-system  Cannot write to stdout: ${error.message}\n`);
  onWriteError(error);
});

run(args, process.cwd(), terminal).then((code) => {
  hasReturned = true;
  process.exitCode = code;
});

/** Exits after a failed write. A reader such as `head` may close the pipe early: that is no error if the command has returned. */
function onWriteError({ code }: NodeJS.ErrnoException): void {
  if (code !== "EPIPE") process.exit(exitCode.badInput);
  process.exit(hasReturned ? process.exitCode : exitCode.brokenPipe);
}
