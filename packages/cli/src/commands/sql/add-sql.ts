import { type Command, Option } from "commander";
import { type CommandContext, config, connecting, maxRows, parallel } from "../../command-options.js";
import type { SqlFlags } from "./sql.js";

/** Adds the command `sql`, which runs a query. */
export function addSql(program: Command, { cwd, terminal, done }: CommandContext): void {
  connecting(program.command("sql"))
    .description("run a query over entities, tables and files; the rest of the SQL is DuckDB's")
    .argument("<query>", "SELECT …; relations are the names of definitions, and table('Shop') for other rows")
    .addOption(config())
    .addOption(new Option("--csv", "print CSV").conflicts(["json", "parquet"]))
    .addOption(new Option("--parquet <file>", "write a Parquet file"))
    .addOption(
      new Option("--explain", "print the requests, what the service checks, and an estimate of the rows that are read"),
    )
    .addOption(maxRows())
    .addOption(parallel("requests to send at a time"))
    .action(async (query: string, flags: SqlFlags) => {
      const { sqlCommand } = await import("./sql.js");
      done(await sqlCommand(cwd, query, flags, terminal));
    });
}
