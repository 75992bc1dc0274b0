#!/usr/bin/env node
import { processTerminal } from "./report/terminal.js";
import { run } from "./run.js";

// The reader of a pipe may leave early, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

run(process.argv.slice(2), process.cwd(), processTerminal(process)).then((code) => {
  process.exitCode = code;
});
