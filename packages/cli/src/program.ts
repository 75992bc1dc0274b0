import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { CheckFlags } from "./commands/check.js";
import { commands } from "./commands/commands.js";
import type { GenerateFlags } from "./commands/generate.js";
import type { ServeFlags } from "./commands/serve.js";
import { type ExitCode, exitCode } from "./exit-code.js";
import { jsonReport } from "./report/json-report.js";
import type { Terminal } from "./report/terminal.js";
import { version } from "./version.js";

/** Runs the command that the arguments name; what is wrong with them is told by their parser itself. */
export async function runProgram(args: readonly string[], cwd: string, terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCode.ok;
  const program = createProgram(cwd, terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCode.ok;
    if (args.includes("--json")) {
      const message = error.message.replace(/^error: /, "");
      const usage = { code: "cli.usage", message, help: "Run `tablewright --help`." };
      terminal.out(jsonReport(exitCode.badInput, { files: [], diagnostics: [] }, usage));
    }
    return exitCode.badInput;
  }
}

/** The commands and their options. */
function createProgram(cwd: string, terminal: Terminal, done: (code: ExitCode) => void): Command {
  const program = new Command("tablewright")
    .description("Type-safe Azure tables: declare entities once, generate classes the compiler checks.")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, `${terminal.colors.red("✖")} `)),
    })
    .showHelpAfterError();
  const config = () =>
    new Option("-c, --config <file>", "config file (default: tablewright.config.ts, where there is one)");
  const json = () => new Option("--json", "print one JSON object on stdout and nothing else");

  program
    .command("init")
    .description("write a config, a first definition and package scripts; keeps what is there")
    .action(async () => {
      done(await commands.init(cwd, {}, terminal));
    });

  program
    .command("generate")
    .description("write the classes of all definitions")
    .addOption(config())
    .addOption(new Option("--check", "write nothing; exit with 3 when a generated file is not up to date"))
    .addOption(new Option("--dry-run", "write nothing; say what would be written").conflicts("check"))
    .addOption(
      new Option("--watch", "generate again whenever a definition changes").conflicts(["check", "dryRun", "json"]),
    )
    .addOption(json())
    .action(async (flags: GenerateFlags) => {
      done(await commands.generate(cwd, flags, terminal));
    });

  program
    .command("check")
    .description("check the definitions and write nothing")
    .addOption(config())
    .addOption(json())
    .action(async (flags: CheckFlags) => {
      done(await commands.check(cwd, flags, terminal));
    });

  program
    .command("serve")
    .description("serve a strict Table service from memory (needs @tablewright/testing); prints its connection string")
    .addOption(new Option("--port <number>", "loopback port; 0 takes any free one").default(10002).argParser(portOf))
    .addOption(new Option("--kind <kind>", "whose behaviour").choices(["storage", "cosmos"]).default("storage"))
    .action(async (flags: ServeFlags) => {
      done(await commands.serve(cwd, flags, terminal));
    });

  return program;
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
}
