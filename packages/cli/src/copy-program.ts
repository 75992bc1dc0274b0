import { type Command, Option } from "commander";
import type { ExportFlags } from "./commands/export/export-flags.js";
import type { ImportFlags } from "./commands/import/import.js";
import type { PlanFlags } from "./commands/plan/plan.js";
import {
  config,
  connecting,
  once,
  outputFile,
  parallel,
  parseDelimiter,
  planOption,
  shard,
  shardCount,
  wholeNumber,
} from "./live-options.js";
import type { ExitCode } from "./terminal/exit-code.js";
import type { Terminal } from "./terminal/terminal.js";

/** Adds the commands that copy rows between tables and files: `export`, `plan` and `import`. */
export function addCopyCommands(
  program: Command,
  cwd: string,
  terminal: Terminal,
  done: (code: ExitCode) => void,
): void {
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
    .addOption(new Option("--out <file>", "file to write").argParser(outputFile).makeOptionMandatory())
    .addOption(new Option("--since <file>", "plan of the run before: its shards read what changed since"))
    .action(async (table: string, flags: PlanFlags) => {
      const { plan } = await import("./commands/plan/plan.js");
      done(await plan(cwd, table, flags, terminal));
    });

  connecting(program.command("import"))
    .description(
      "write the rows of an NDJSON, JSON or CSV file, or of NDJSON or JSON in stdin, to a table; continues a file that it has begun",
    )
    .argument("<table>", "name of the table, which must exist")
    .argument(
      "[file]",
      "file to read, compressed if its name ends with .gz, CSV if it ends with .csv or .csv.gz; stdin by default",
    )
    .addOption(
      new Option("--mode <mode>", "insert fails where a row exists; replace and merge change it")
        .choices(["insert", "replace", "merge"])
        .default("insert"),
    )
    .addOption(
      new Option("--delimiter <character>", "character between two fields of a CSV file: `;`, `tab` or another")
        .argParser(parseDelimiter)
        .default(",", "`,`"),
    )
    .addOption(shard())
    .addOption(parallel("requests to send at a time"))
    .action(async (table: string, file: string | undefined, flags: ImportFlags) => {
      const { importCommand } = await import("./commands/import/import.js");
      done(await importCommand(cwd, table, file, flags, terminal));
    });
}
