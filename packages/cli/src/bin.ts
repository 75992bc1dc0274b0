#!/usr/bin/env node
import { reportUnfinished, run } from "./run.js";
import { exitCode } from "./terminal/exit-code.js";
import { processTerminal } from "./terminal/terminal.js";

const args = process.argv.slice(2);
const terminal = processTerminal(process);
let hasReturned = false;

// A failure until the command has returned, for whatever reason the process ends before that.
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

/** Ends the process. The reader of a pipe may close it early, as `head` does, which is no error of a command that has returned. */
function onWriteError({ code }: NodeJS.ErrnoException): void {
  if (code !== "EPIPE") process.exit(exitCode.badInput);
  process.exit(hasReturned ? process.exitCode : exitCode.brokenPipe);
}
