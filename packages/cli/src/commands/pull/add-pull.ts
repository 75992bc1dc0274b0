import { type Command, Option } from "commander";
import { type CommandContext, config, connecting, outputFile, sampleSize } from "../../command-options.js";
import type { PullFlags } from "./pull.js";

/** Adds the command `pull`, which infers definitions from rows. */
export function addPull(program: Command, { cwd, terminal, done }: CommandContext): void {
  connecting(program.command("pull"))
    .description("infer definitions from the rows of tables and write them; existing definitions are compared instead")
    .argument("<table...>", "names of tables")
    .addOption(config())
    .addOption(sampleSize("rows to read of each table, spread over its keys").default(1000))
    .addOption(new Option("--all", "read every row").conflicts("sample"))
    .addOption(
      new Option("--out <file>", "file to write (default: one for each table among the definitions)").argParser(
        outputFile,
      ),
    )
    .addOption(new Option("--force", "replace the file if it exists"))
    .addOption(
      new Option("--verify", "then compare every row with the definitions, as `verify` does").conflicts([
        "dryRun",
        "json",
      ]),
    )
    .addOption(new Option("--dry-run", "write nothing; print the definitions"))
    .action(async (tables: string[], flags: PullFlags) => {
      const { pull } = await import("./pull.js");
      done(await pull(cwd, tables, flags, terminal));
    });
}
