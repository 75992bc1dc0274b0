import { type Command, Option } from "commander";
import { type CommandContext, connecting, parallel, parseDelimiter, shard } from "../../command-options.js";
import type { ImportFlags } from "./import.js";

/** Adds the command `import`, which writes rows of files to a table. */
export function addImport(program: Command, { cwd, terminal, done }: CommandContext): void {
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
      const { importCommand } = await import("./import.js");
      done(await importCommand(cwd, table, file, flags, terminal));
    });
}
