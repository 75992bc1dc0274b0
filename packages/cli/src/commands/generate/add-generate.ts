import { type Command, Option } from "commander";
import { type CommandContext, config, json } from "../../command-options.js";
import type { GenerateFlags } from "./generate.js";

/** Adds the command `generate`, which writes the classes. */
export function addGenerate(program: Command, { cwd, terminal, done }: CommandContext): void {
  program
    .command("generate")
    .description("write the classes of all definitions")
    .addOption(config())
    .addOption(new Option("--check", "write nothing; exit with code 3 if a generated file is out of date"))
    .addOption(new Option("--dry-run", "write nothing; print what would be written").conflicts("check"))
    .addOption(
      new Option(
        "--accept",
        "accept changes that make stored rows unreadable, and record them in the lock file",
      ).conflicts("check"),
    )
    .addOption(
      new Option("--watch", "generate again whenever a definition changes").conflicts([
        "check",
        "dryRun",
        "accept",
        "json",
      ]),
    )
    .addOption(json())
    .action(async (flags: GenerateFlags) => {
      const { generate } = await import("./generate.js");
      done(await generate(cwd, flags, terminal));
    });
}
