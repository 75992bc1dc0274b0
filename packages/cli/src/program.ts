import { Command, InvalidArgumentError, Option } from "commander";
import type { CheckFlags } from "./commands/check.js";
import type { GenerateFlags } from "./commands/generate.js";
import type { ServeFlags } from "./commands/serve.js";
import type { ExitCode } from "./exit-code.js";
import type { Terminal } from "./report/terminal.js";
import { version } from "./version.js";

/** The commands and their options. Each command is loaded when it is called, so that help and errors come at once. */
export function createProgram(cwd: string, terminal: Terminal, done: (code: ExitCode) => void): Command {
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
      const { init } = await import("./commands/init.js");
      done(init(cwd, terminal));
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
      const { generate } = await import("./commands/generate.js");
      done(await generate(cwd, flags, terminal));
    });

  program
    .command("check")
    .description("check the definitions and write nothing")
    .addOption(config())
    .addOption(json())
    .action(async (flags: CheckFlags) => {
      const { check } = await import("./commands/check.js");
      done(await check(cwd, flags, terminal));
    });

  program
    .command("serve")
    .description("serve a strict Table service from memory (needs @tablewright/testing); prints its connection string")
    .addOption(new Option("--port <number>", "loopback port; 0 takes any free one").default(10002).argParser(portOf))
    .addOption(new Option("--kind <kind>", "whose behaviour").choices(["storage", "cosmos"]).default("storage"))
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./commands/serve.js");
      done(await serve(flags, terminal));
    });

  return program;
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
}
