#!/usr/bin/env node
import { exitCode } from "./exit-code.js";
import { processTerminal } from "./report/terminal.js";
import { run } from "./run.js";

// A full disk behind stderr leaves no way to say so but the exit code.
process.stderr.on("error", onWriteError);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") process.stderr.write(`✖ cli.file-system  stdout cannot be written: ${error.message}\n`);
  onWriteError(error);
});

run(process.argv.slice(2), process.cwd(), processTerminal(process)).then((code) => {
  process.exitCode ??= code;
});

/** The reader of a pipe may leave early, as `head` does: that is no failure. */
function onWriteError({ code }: NodeJS.ErrnoException): void {
  process.exit(code === "EPIPE" ? process.exitCode : exitCode.badInput);
}
