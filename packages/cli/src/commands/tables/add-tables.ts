import { type Command, Option } from "commander";
import { type CommandContext, connecting } from "../../command-options.js";
import type { DeleteTableFlags, TablesFlags } from "./tables.js";

/** Adds the command `tables`, which lists, creates and deletes tables. */
export function addTables(program: Command, { cwd, terminal, done }: CommandContext): void {
  const tables = program.command("tables").description("list, create and delete the tables of an account");

  connecting(tables.command("list"))
    .description("print the names of all tables, one per line")
    .action(async (flags: TablesFlags) => {
      const { listTables } = await import("./tables.js");
      done(await listTables(cwd, flags, terminal));
    });

  connecting(tables.command("create"))
    .description("create the tables that do not exist")
    .argument("<name...>", "names of tables")
    .action(async (names: string[], flags: TablesFlags) => {
      const { createTables } = await import("./tables.js");
      done(await createTables(cwd, names, flags, terminal));
    });

  connecting(tables.command("delete"))
    .description("delete a table with all its rows")
    .argument("<name>", "name of the table")
    .addOption(new Option("--confirm <name>", "the table's name again"))
    .action(async (name: string, flags: DeleteTableFlags) => {
      const { deleteTable } = await import("./tables.js");
      done(await deleteTable(cwd, name, flags, terminal));
    });
}
