import type { Command } from "commander";
import { type CommandContext, config, connecting, parallel } from "../../command-options.js";
import type { ReindexFlags } from "./reindex.js";

/** Adds the command `reindex`, which writes missing and wrong index rows and deletes those without an entity. */
export function addReindex(program: Command, { cwd, terminal, done }: CommandContext): void {
  connecting(program.command("reindex"))
    .description("write missing and wrong index rows of an entity, and delete those without an entity")
    .argument("<entity>", "name of a definition with indexes")
    .argument("[index]", "name of one index (default: all)")
    .addOption(config())
    .addOption(parallel("entities to work on at a time"))
    .action(async (entity: string, index: string | undefined, flags: ReindexFlags) => {
      const { reindexCommand } = await import("./reindex.js");
      done(await reindexCommand(cwd, entity, index, flags, terminal));
    });
}
