import { type Command, Option } from "commander";
import { type CommandContext, config, json } from "../../command-options.js";
import type { CheckFlags } from "./check.js";

/** Adds the command `check`, which checks the definitions. */
export function addCheck(program: Command, { cwd, terminal, done }: CommandContext): void {
  program
    .command("check")
    .description("check the definitions without writing anything")
    .addOption(config())
    .addOption(json())
    .addOption(
      new Option("--format <format>", "print findings as annotations of a GitHub workflow")
        .choices(["github"])
        .conflicts("json"),
    )
    .action(async (flags: CheckFlags) => {
      const { check } = await import("./check.js");
      done(await check(cwd, flags, terminal));
    });
}
