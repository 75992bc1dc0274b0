import { type Command, Option } from "commander";
import {
  type CommandContext,
  config,
  connecting,
  once,
  parallel,
  planOption,
  shard,
  wholeNumber,
} from "../../command-options.js";
import type { ExportFlags } from "./export-flags.js";

/** Adds the command `export`, which writes rows to files. */
export function addExport(program: Command, { cwd, terminal, done }: CommandContext): void {
  connecting(program.command("export"))
    .description(
      "write the rows of a table as NDJSON, CSV or Parquet, to stdout, a file or a folder; continues what it has begun",
    )
    .argument("[table]", "name of the table")
    .addOption(
      new Option(
        "--out <file>",
        "file to write, - for stdout, or folder with --all-tables or --parquet; compressed if its name ends with .gz, CSV if it ends with .csv or .csv.gz",
      ),
    )
    .addOption(config())
    .addOption(new Option("--all-tables", "write each table to a file of its name in the folder --out"))
    .addOption(new Option("--csv", "write CSV, whatever the name of the file").conflicts("parquet"))
    .addOption(new Option("--parquet", "write Parquet files to the folder --out, one or more for each entity"))
    .addOption(
      new Option(
        "--part-rows <number>",
        "maximum number of rows of a Parquet file (default: 64 MB of values)",
      ).argParser(wholeNumber),
    )
    .addOption(
      new Option("--where <condition>", 'rows to write: a $filter, or JSON such as \'{"total":{"gt":100}}\'').argParser(
        once,
      ),
    )
    .addOption(
      new Option(
        "--entity <name>",
        "definition of which to write the rows; --where then reads only the keys that its properties allow",
      ).argParser(once),
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
      const { exportCommand } = await import("./export.js");
      done(await exportCommand(cwd, table, flags, terminal));
    });
}
