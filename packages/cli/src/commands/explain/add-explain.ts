import type { Command } from "commander";
import { type CommandContext, json } from "../../command-options.js";
import type { ExplainFlags } from "./explain.js";

/** Adds the command `explain`, which describes a code. */
export function addExplain(program: Command, { terminal, done }: CommandContext): void {
  program
    .command("explain")
    .description("print what a code means and what to do about it")
    .argument("<code>", "code of an error or a diagnostic, such as key.too-long")
    .addOption(json())
    .action(async (code: string, flags: ExplainFlags) => {
      const { explain } = await import("./explain.js");
      done(await explain(code, flags, terminal));
    });
}
