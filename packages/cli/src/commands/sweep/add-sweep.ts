import { type Command, Option } from "commander";
import { type CommandContext, config, connecting, parallel } from "../../command-options.js";
import type { SweepFlags } from "./sweep.js";

/** Adds the command `sweep`, which deletes expired rows. */
export function addSweep(program: Command, { cwd, terminal, done }: CommandContext): void {
  connecting(program.command("sweep"))
    .description("delete the rows that have expired by the ttl of their definition, and old receipts of writes")
    .argument("[entity...]", "names of definitions (default: all)")
    .addOption(config())
    .addOption(new Option("--dry-run", "delete nothing; count the expired rows"))
    .addOption(parallel("requests to send at a time"))
    .action(async (entities: string[], flags: SweepFlags) => {
      const { sweepCommand } = await import("./sweep.js");
      done(await sweepCommand(cwd, entities, flags, terminal));
    });
}
