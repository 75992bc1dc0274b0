import { type Command, InvalidArgumentError, Option } from "commander";
import type { ExportFlags } from "./commands/export/export-flags.js";
import type { ImportFlags } from "./commands/import/import.js";
import type { KeyFlags } from "./commands/key/key.js";
import type { MigrateFlags } from "./commands/migrate/migrate.js";
import type { PlanFlags } from "./commands/plan/plan.js";
import type { PullFlags } from "./commands/pull/pull.js";
import type { ReindexFlags } from "./commands/reindex/reindex.js";
import type { SqlFlags } from "./commands/sql/sql.js";
import type { StudioFlags } from "./commands/studio/studio.js";
import type { DeleteTableFlags, TablesFlags } from "./commands/tables/tables.js";
import type { VerifyFlags } from "./commands/verify/verify.js";
import type { ExitCode } from "./terminal/exit-code.js";
import type { Terminal } from "./terminal/terminal.js";

/** Adds the commands for live tables. All but `key` connect to an account. Each command's code is loaded when it runs. */
export function addLiveCommands(
  program: Command,
  cwd: string,
  terminal: Terminal,
  done: (code: ExitCode) => void,
): void {
  const config = () => new Option("-c, --config <file>", "config file (default: tablewright.config.ts, if it exists)");
  const tables = program.command("tables").description("list, create and delete the tables of an account");

  connecting(tables.command("list"))
    .description("print the names of all tables, one a line")
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

  connecting(program.command("export"))
    .description(
      "write the rows of a table as NDJSON, CSV or Parquet, to stdout, a file or a folder; continues what it has begun",
    )
    .argument("[table]", "name of the table")
    .addOption(
      new Option(
        "--out <file>",
        "file to write, or folder with --all-tables or --parquet; compressed if its name ends with .gz, CSV if with .csv or .csv.gz",
      ),
    )
    .addOption(config())
    .addOption(new Option("--all-tables", "write each table to a file of its name in the folder --out"))
    .addOption(new Option("--csv", "write CSV, whatever the name of the file").conflicts("parquet"))
    .addOption(new Option("--parquet", "write Parquet files to the folder --out, one or more for each entity"))
    .addOption(
      new Option(
        "--part-rows <number>",
        "maximum number of rows of a Parquet file (default: 128 MB of values)",
      ).argParser(wholeNumber),
    )
    .addOption(
      new Option("--where <condition>", 'rows to write: a $filter, or JSON such as \'{"total":{"gt":100}}\'').argParser(
        once,
      ),
    )
    .addOption(
      new Option("--select <names>", "properties to write, by their stored names, separated by commas").argParser(
        (text) => text.split(",").map((name) => name.trim()),
      ),
    )
    .addOption(new Option("--partition <key>", "PartitionKey of the rows to write").argParser(once))
    .addOption(
      new Option("--since <time>", "write rows that changed since then; `last` appends to the folder of --parquet"),
    )
    .addOption(new Option("--compare", "with --parquet, also find the rows that were deleted since the last run"))
    .addOption(shard())
    .addOption(planOption())
    .addOption(parallel("ranges of keys to read at a time"))
    .action(async (table: string | undefined, flags: ExportFlags) => {
      const { exportCommand } = await import("./commands/export/export.js");
      done(await exportCommand(cwd, table, flags, terminal));
    });

  connecting(program.command("plan"))
    .description("divide a table among machines, and write the division to a file for --plan")
    .argument("<table>", "name of the table")
    .addOption(config())
    .addOption(new Option("--shards <number>", "number of shards, 2 to 64").argParser(shardCount).makeOptionMandatory())
    .addOption(new Option("--out <file>", "file to write").makeOptionMandatory())
    .addOption(new Option("--since <file>", "plan of the run before: its shards read what changed since"))
    .action(async (table: string, flags: PlanFlags) => {
      const { plan } = await import("./commands/plan/plan.js");
      done(await plan(cwd, table, flags, terminal));
    });

  connecting(program.command("import"))
    .description(
      "write the rows of an NDJSON or CSV file, or of NDJSON in stdin, to a table; continues a file that it has begun",
    )
    .argument("<table>", "name of the table, which must exist")
    .argument(
      "[file]",
      "file to read, compressed if its name ends with .gz, CSV if with .csv or .csv.gz; stdin by default",
    )
    .addOption(
      new Option("--mode <mode>", "insert fails where a row exists; replace and merge change it")
        .choices(["insert", "replace", "merge"])
        .default("insert"),
    )
    .addOption(shard())
    .addOption(parallel("requests to send at a time"))
    .action(async (table: string, file: string | undefined, flags: ImportFlags) => {
      const { importCommand } = await import("./commands/import/import.js");
      done(await importCommand(cwd, table, file, flags, terminal));
    });

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
    .addOption(new Option("--out <file>", "file to write (default: one for each table among the definitions)"))
    .addOption(new Option("--force", "replace the file if it exists"))
    .addOption(new Option("--dry-run", "write nothing; print the definitions"))
    .action(async (tables: string[], flags: PullFlags) => {
      const { pull } = await import("./commands/pull/pull.js");
      done(await pull(cwd, tables, flags, terminal));
    });

  connecting(program.command("reindex"))
    .description(
      "write the rows of an entity's indexes that are missing or wrong, and delete those that stand for none",
    )
    .argument("<entity>", "name of a definition with indexes")
    .argument("[index]", "name of one index (default: all)")
    .addOption(config())
    .addOption(parallel("entities to work on at a time"))
    .action(async (entity: string, index: string | undefined, flags: ReindexFlags) => {
      const { reindexCommand } = await import("./commands/reindex/reindex.js");
      done(await reindexCommand(cwd, entity, index, flags, terminal));
    });

  connecting(program.command("migrate"))
    .description("bring the rows of entities to their present definitions; exits with code 3 if some cannot be")
    .argument("[entity...]", "names of definitions (default: all)")
    .addOption(config())
    .addOption(
      new Option(
        "--dry-run",
        "write nothing; print what would be done, with rows before and after; exits with code 3 if rows wait",
      ),
    )
    .addOption(
      new Option("--keep <row>", "row to keep where programs changed both the old and the new one").choices([
        "old",
        "new",
        "ask",
      ]),
    )
    .addOption(new Option("--keep-former", "copy rows under their new keys and keep those under the old ones"))
    .addOption(
      new Option("--undo", "delete the copies of a migration with --keep-former again").conflicts("keepFormer"),
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
    .addOption(new Option("--explain", "print the requests, what the service checks, and an estimate of the rows that are read"))
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
    .description("print the values that stored keys were made of, as JSON")
    .argument("<entity>", "name of a definition")
    .argument("<partitionKey>", "PartitionKey as it is stored")
    .argument("<rowKey>", "RowKey as it is stored")
    .addOption(config())
    .action(async (entity: string, partitionKey: string, rowKey: string, flags: KeyFlags) => {
      const { printDecodedKey } = await import("./commands/key/key.js");
      done(await printDecodedKey(cwd, entity, partitionKey, rowKey, flags, terminal));
    });
}

function connecting(command: Command): Command {
  return addAccountOptions(command).addOption(new Option("--json", "print one JSON object to stdout and nothing else"));
}

/** Adds the options that choose the account. */
export function addAccountOptions(command: Command): Command {
  const account = ["endpoint", "sas", "entra"];
  return command
    .addOption(
      new Option(
        "--connection-string <text>",
        "the account (default: TABLES_CONNECTION_STRING, else AZURE_STORAGE_CONNECTION_STRING)",
      ).conflicts(account),
    )
    .addOption(new Option("--endpoint <url>", "the account's address, with --sas or --entra"))
    .addOption(new Option("--sas <token>", "shared access signature").conflicts("entra"))
    .addOption(new Option("--entra", "sign in with Microsoft Entra (needs @azure/identity)"));
}

function once(text: string, previous?: string): string {
  if (previous === undefined) return text;
  throw new InvalidArgumentError("Give the option once.");
}

function shard(): Option {
  return new Option("--shard <number>", "part of the work, such as 3/16: the third of 16 machines");
}

function planOption(): Option {
  return new Option("--plan <file>", "division of the table that `plan` has written, the same for all machines");
}

function shardCount(text: string): number {
  if (/^\d{1,2}$/.test(text) && Number(text) >= 2 && Number(text) <= 64) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 2 to 64.");
}

function parallel(description: string): Option {
  return new Option("--parallel <number>", `${description}, 1 to 64`).default(8).argParser((text) => {
    if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 64) return Number(text);
    throw new InvalidArgumentError("Expected a whole number from 1 to 64.");
  });
}

function maxRows(): Option {
  const text = "rows to read of one relation; more are an error";
  return new Option("--max-rows <number>", text).default(1_000_000).argParser(wholeNumber);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 1.");
}

export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 0 to 65535.");
}

function sampleSize(description: string): Option {
  return new Option("--sample <number>", description).argParser((text) => {
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new InvalidArgumentError("Expected a whole number from 1 to 999999999.");
  });
}
