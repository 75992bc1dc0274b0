import { type Command, InvalidArgumentError, Option } from "commander";
import type { ExitCode } from "./terminal/exit-code.js";
import type { Terminal } from "./terminal/terminal.js";

/** Surroundings in which a command runs. A command's code is loaded only when it runs, so that help and usage errors appear at once. */
export interface CommandContext {
  readonly cwd: string;
  readonly terminal: Terminal;
  readonly done: (code: ExitCode) => void;
}

/** Parses the value of `--delimiter`: one character, or `tab`. */
export function parseDelimiter(text: string): string {
  if (text === "tab" || text === "\\t") return "\t";
  if (/^[^"\r\n\p{L}\p{N}]$/u.test(text)) return text;
  throw new InvalidArgumentError("Pass one character that is no letter, digit or quote, such as `;`, or `tab`.");
}

/** Returns the option `--config` for the path of the config file. */
export function config(): Option {
  return new Option("-c, --config <file>", "config file (default: tablewright.config.ts, if it exists)");
}

/** Returns the option `--json` of a report. */
export function json(): Option {
  return new Option("--json", "print one JSON object to stdout and nothing else");
}

/** Adds the options of a command that connects: those that name the account, and `--json`. */
export function connecting(command: Command): Command {
  return addAccountOptions(command).addOption(json());
}

/** Adds the options that name the account, such as `--connection-string`. */
export function addAccountOptions(command: Command): Command {
  const account = ["endpoint", "sas", "entra"];
  return command
    .addOption(
      new Option(
        "--connection-string <text>",
        "the account (default: TABLES_CONNECTION_STRING, else AZURE_STORAGE_CONNECTION_STRING)",
      ).conflicts(account),
    )
    .addOption(new Option("--endpoint <url>", "the account's address, with --sas or --entra"))
    .addOption(new Option("--sas <token>", "shared access signature").conflicts("entra"))
    .addOption(new Option("--entra", "sign in with Microsoft Entra (needs @azure/identity)"));
}

export function once(text: string, previous?: string): string {
  if (previous === undefined) return text;
  throw new InvalidArgumentError("Give the option once.");
}

/** Parses the path of a file to write, for commands that cannot write to stdout: rejects `-`. */
export function outputFile(name: string): string {
  if (name !== "-") return name;
  throw new InvalidArgumentError("This command does not write it to stdout: pass the name of a file.");
}

export function shard(): Option {
  return new Option("--shard <number>", "part of the work, such as 3/16: the third of 16 machines");
}

export function planOption(): Option {
  return new Option("--plan <file>", "division of the table that `plan` has written, the same for all machines");
}

/** Returns the function that parses a whole number from `min` to `max`. */
function wholeNumberFrom(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && text.length <= String(max).length && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

export const shardCount = wholeNumberFrom(2, 64);

export function parallel(description: string): Option {
  return new Option("--parallel <number>", `${description}, 1 to 64`).default(8).argParser(wholeNumberFrom(1, 64));
}

export function maxRows(): Option {
  const text = "rows to read of one relation; more are an error";
  return new Option("--max-rows <number>", text).default(1_000_000).argParser(wholeNumber);
}

export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number of at least 1.");
}

export const parsePort = wholeNumberFrom(0, 65_535);

export function sampleSize(description: string): Option {
  return new Option("--sample <number>", description).argParser((text) => {
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new InvalidArgumentError("Expected a whole number from 1 to 999999999.");
  });
}
