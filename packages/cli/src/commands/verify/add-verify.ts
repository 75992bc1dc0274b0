import { type Command, Option } from "commander";
import {
  type CommandContext,
  config,
  connecting,
  parallel,
  planOption,
  sampleSize,
  shard,
} from "../../command-options.js";
import type { VerifyFlags } from "./verify.js";

/** Adds the command `verify`, which compares rows with their definitions. */
export function addVerify(program: Command, { cwd, terminal, done }: CommandContext): void {
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
      const { verify } = await import("./verify.js");
      done(await verify(cwd, tables, flags, terminal));
    });
}
