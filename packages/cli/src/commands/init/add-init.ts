import { type Command, Option } from "commander";
import { addAccountOptions, type CommandContext } from "../../command-options.js";
import type { InitFlags } from "./init.js";

/** Adds the command `init`, which creates the first files of a project. */
export function addInit(program: Command, { cwd, terminal, done }: CommandContext): void {
  addAccountOptions(
    program
      .command("init")
      .description("create a config, a first definition, a tsconfig and package scripts; existing files are kept")
      .addOption(new Option("--from <table...>", "infer the definitions from the rows of these tables"))
      .addOption(new Option("--js", "generate JavaScript; by default if the package is written in it")),
  ).action(async (flags: InitFlags) => {
    const { init } = await import("./init.js");
    done(await init(cwd, flags, terminal));
  });
}
