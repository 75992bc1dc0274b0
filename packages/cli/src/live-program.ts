import { type Command, Option } from "commander";
import type { KeyFlags } from "./commands/key/key.js";
import type { MigrateFlags } from "./commands/migrate/migrate.js";
import type { PullFlags } from "./commands/pull/pull.js";
import type { ReindexFlags } from "./commands/reindex/reindex.js";
import type { SqlFlags } from "./commands/sql/sql.js";
import type { StudioFlags } from "./commands/studio/studio.js";
import type { SweepFlags } from "./commands/sweep/sweep.js";
import type { DeleteTableFlags, TablesFlags } from "./commands/tables/tables.js";
import type { VerifyFlags } from "./commands/verify/verify.js";
import { addCopyCommands } from "./copy-program.js";
import {
  addAccountOptions,
  config,
  connecting,
  maxRows,
  outputFile,
  parallel,
  parsePort,
  planOption,
  sampleSize,
  shard,
} from "./live-options.js";
import type { ExitCode } from "./terminal/exit-code.js";
import type { Terminal } from "./terminal/terminal.js";

/**
 * Adds the commands that work on live tables. All but `key` connect to an account. The code of each command is loaded only when it runs.
 */
export function addLiveCommands(
  program: Command,
  cwd: string,
  terminal: Terminal,
  done: (code: ExitCode) => void,
): void {
  const tables = program.command("tables").description("list, create and delete the tables of an account");

  connecting(tables.command("list"))
    .description("print the names of all tables, one per line")
    .action(async (flags: TablesFlags) => {
      const { listTables } = await import("./commands/tables/tables.js");
      done(await listTables(cwd, flags, terminal));
    });

  connecting(tables.command("create"))
    .description("create the tables that do not exist")
    .argument("<name...>", "names of tables")
    .action(async (names: string[], flags: TablesFlags) => {
      const { createTables } = await import("./commands/tables/tables.js");
      done(await createTables(cwd, names, flags, terminal));
    });

  connecting(tables.command("delete"))
    .description("delete a table with all its rows")
    .argument("<name>", "name of the table")
    .addOption(new Option("--confirm <name>", "the table's name again"))
    .action(async (name: string, flags: DeleteTableFlags) => {
      const { deleteTable } = await import("./commands/tables/tables.js");
      done(await deleteTable(cwd, name, flags, terminal));
    });

  addCopyCommands(program, cwd, terminal, done);

  connecting(program.command("verify"))
    .description("compare the rows of tables with their definitions; exits with code 3 if something was found")
    .argument("[table...]", "names of tables (default: all that have definitions)")
    .addOption(config())
    .addOption(sampleSize("rows to read of each table, spread over its keys (default: all)"))
    .addOption(new Option("--rows", "list every row of a finding, instead of up to three"))
    .addOption(shard().conflicts("sample"))
    .addOption(planOption())
    .addOption(parallel("ranges of keys to read at a time"))
    .action(async (tables: string[], flags: VerifyFlags) => {
      const { verify } = await import("./commands/verify/verify.js");
      done(await verify(cwd, tables, flags, terminal));
    });

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
    .addOption(new Option("--dry-run", "write nothing; print the definitions"))
    .action(async (tables: string[], flags: PullFlags) => {
      const { pull } = await import("./commands/pull/pull.js");
      done(await pull(cwd, tables, flags, terminal));
    });

  connecting(program.command("reindex"))
    .description("write missing and wrong index rows of an entity, and delete those without an entity")
    .argument("<entity>", "name of a definition with indexes")
    .argument("[index]", "name of one index (default: all)")
    .addOption(config())
    .addOption(parallel("entities to work on at a time"))
    .action(async (entity: string, index: string | undefined, flags: ReindexFlags) => {
      const { reindexCommand } = await import("./commands/reindex/reindex.js");
      done(await reindexCommand(cwd, entity, index, flags, terminal));
    });

  connecting(program.command("sweep"))
    .description("delete the rows that have expired by the ttl of their definition, and old receipts of writes")
    .argument("[entity...]", "names of definitions (default: all)")
    .addOption(config())
    .addOption(new Option("--dry-run", "delete nothing; count the expired rows"))
    .addOption(parallel("requests to send at a time"))
    .action(async (entities: string[], flags: SweepFlags) => {
      const { sweepCommand } = await import("./commands/sweep/sweep.js");
      done(await sweepCommand(cwd, entities, flags, terminal));
    });

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
      const { migrate } = await import("./commands/migrate/migrate.js");
      done(await migrate(cwd, entities, flags, terminal));
    });

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
      const { sqlCommand } = await import("./commands/sql/sql.js");
      done(await sqlCommand(cwd, query, flags, terminal));
    });

  addAccountOptions(program.command("studio"))
    .description("show and edit the tables in the browser, by their definitions (needs @tablewright/studio)")
    .addOption(config())
    .addOption(
      new Option("--port <number>", "loopback port (default: a free one)").default(0, "0").argParser(parsePort),
    )
    .addOption(new Option("--read-only", "reject every change"))
    .addOption(new Option("--no-open", "print the address without opening the browser"))
    .action(async (flags: StudioFlags) => {
      const { studioCommand } = await import("./commands/studio/studio.js");
      done(await studioCommand(cwd, flags, terminal));
    });

  const key = program.command("key").description("convert between an entity's values and its stored keys");
  key
    .command("encode")
    .description("print the PartitionKey and RowKey of values, as JSON")
    .argument("<entity>", "name of a definition")
    .argument("<json>", "the key's values as a JSON object; an Int64 as a string, a DateTime as ISO 8601 in UTC")
    .addOption(config())
    .action(async (entity: string, json: string, flags: KeyFlags) => {
      const { printEncodedKey } = await import("./commands/key/key.js");
      done(await printEncodedKey(cwd, entity, json, flags, terminal));
    });

  key
    .command("decode")
    .description("print the values in stored keys, as JSON")
    .argument("<entity>", "name of a definition")
    .argument("<partitionKey>", "PartitionKey as it is stored")
    .argument("<rowKey>", "RowKey as it is stored")
    .addOption(config())
    .action(async (entity: string, partitionKey: string, rowKey: string, flags: KeyFlags) => {
      const { printDecodedKey } = await import("./commands/key/key.js");
      done(await printDecodedKey(cwd, entity, partitionKey, rowKey, flags, terminal));
    });
}
