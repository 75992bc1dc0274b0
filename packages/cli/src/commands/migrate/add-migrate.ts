import { type Command, Option } from "commander";
import { type CommandContext, config, connecting, parallel, planOption, shard } from "../../command-options.js";
import type { MigrateFlags } from "./migrate.js";

/** Adds the command `migrate`, which updates rows to their definitions. */
export function addMigrate(program: Command, { cwd, terminal, done }: CommandContext): void {
  connecting(program.command("migrate"))
    .description(
      "update the rows of entities to their current definitions; exits with code 3 if some cannot be updated",
    )
    .argument("[entity...]", "names of definitions (default: all)")
    .addOption(config())
    .addOption(
      new Option(
        "--dry-run",
        "write nothing; print what would be done, with rows before and after; exits with code 3 if rows wait",
      ),
    )
    .addOption(
      new Option(
        "--keep <row>",
        "row to keep of each pair: an entity that is stored under its old and its new keys",
      ).choices(["old", "new"]),
    )
    .addOption(shard())
    .addOption(planOption())
    .addOption(parallel("ranges of keys to work on at a time"))
    .action(async (entities: string[], flags: MigrateFlags) => {
      const { migrate } = await import("./migrate.js");
      done(await migrate(cwd, entities, flags, terminal));
    });
}
