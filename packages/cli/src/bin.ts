#!/usr/bin/env node
import { reportUnfinished, run } from "./run.js";
import { exitCode } from "./terminal/exit-code.js";
import { processTerminal } from "./terminal/terminal.js";

const args = process.argv.slice(2);
const terminal = processTerminal(process);
let hasReturned = false;

// Until the command returns, the exit code reports a failure, in case the process ends early for whatever reason.
process.exitCode = exitCode.bug;
process.once("beforeExit", () => {
  if (!hasReturned) process.exitCode = reportUnfinished(args, terminal);
});

// If stderr itself cannot be written, only the exit code can report the failure.
process.stderr.on("error", onWriteError);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") process.stderr.write(`✖ cli.file-system  Cannot write to stdout: ${error.message}\n`);
  onWriteError(error);
});

run(args, process.cwd(), terminal).then((code) => {
  hasReturned = true;
  process.exitCode = code;
});

/**
 * Exits after a failed write to stdout or stderr. If the reader, such as `head`, has closed the pipe, exits with the code of the command;
 * if the command has not returned yet, with `brokenPipe`.
 */
function onWriteError({ code }: NodeJS.ErrnoException): void {
  if (code !== "EPIPE") process.exit(exitCode.badInput);
  process.exit(hasReturned ? process.exitCode : exitCode.brokenPipe);
}
