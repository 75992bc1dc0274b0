import type { Command } from "commander";
import { type CommandContext, json } from "../../command-options.js";
import type { AdoptFlags } from "./adopt.js";

/** Adds the command `adopt`, which reads a program that uses `@azure/data-tables`. */
export function addAdopt(program: Command, { cwd, terminal, done }: CommandContext): void {
  program
    .command("adopt")
    .description("read a program that uses @azure/data-tables: report its tables, draft definitions, list what changes")
    .argument("<files...>", "globs of the program's source files, such as 'src/**/*.ts'")
    .option("--tests", "read files of tests too, such as orders.test.ts")
    .addOption(json())
    .action(async (files: readonly string[], flags: AdoptFlags) => {
      const { printAdoption } = await import("./adopt.js");
      done(await printAdoption(cwd, files, flags, terminal));
    });
}
