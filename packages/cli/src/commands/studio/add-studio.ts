import { type Command, Option } from "commander";
import { addAccountOptions, type CommandContext, config, parsePort } from "../../command-options.js";
import type { StudioFlags } from "./studio.js";

/** Adds the command `studio`, which shows the tables in the browser. */
export function addStudio(program: Command, { cwd, terminal, done }: CommandContext): void {
  addAccountOptions(program.command("studio"))
    .description("show and edit the tables in the browser, by their definitions (needs @tablewright/studio)")
    .addOption(config())
    .addOption(
      new Option(
        "--also <connection>",
        "a further account to switch to: its connection string, or the environment variable that has it; repeat it for more",
      ).argParser((text, former: readonly string[] = []) => [...former, text]),
    )
    .addOption(
      new Option(
        "--port <number>",
        "loopback port (default: one that belongs to the account; 0 picks a free one)",
      ).argParser(parsePort),
    )
    .addOption(new Option("--read-only", "reject every change"))
    .addOption(new Option("--no-open", "print the address without opening the browser"))
    .action(async (flags: StudioFlags) => {
      const { studioCommand } = await import("./studio.js");
      done(await studioCommand(cwd, flags, terminal));
    });
}
