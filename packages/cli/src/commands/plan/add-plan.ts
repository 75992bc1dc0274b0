import { type Command, Option } from "commander";
import { type CommandContext, config, connecting, outputFile, shardCount } from "../../command-options.js";
import type { PlanFlags } from "./plan.js";

/** Adds the command `plan`, which divides a table among machines. */
export function addPlan(program: Command, { cwd, terminal, done }: CommandContext): void {
  connecting(program.command("plan"))
    .description("divide a table among machines, and write the division to a file for --plan")
    .argument("<table>", "name of the table")
    .addOption(config())
    .addOption(new Option("--shards <number>", "number of shards, 2 to 64").argParser(shardCount).makeOptionMandatory())
    .addOption(new Option("--out <file>", "file to write").argParser(outputFile).makeOptionMandatory())
    .addOption(new Option("--since <file>", "plan of the run before: its shards read what changed since"))
    .action(async (table: string, flags: PlanFlags) => {
      const { plan } = await import("./plan.js");
      done(await plan(cwd, table, flags, terminal));
    });
}
