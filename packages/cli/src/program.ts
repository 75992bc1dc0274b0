import { Command, CommanderError } from "commander";
import type { CommandContext } from "./command-options.js";
import { addAdopt } from "./commands/adopt/add-adopt.js";
import { addCheck } from "./commands/check/add-check.js";
import { addExplain } from "./commands/explain/add-explain.js";
import { addExport } from "./commands/export/add-export.js";
import { addGenerate } from "./commands/generate/add-generate.js";
import { addImport } from "./commands/import/add-import.js";
import { addInit } from "./commands/init/add-init.js";
import { addKey } from "./commands/key/add-key.js";
import { addMigrate } from "./commands/migrate/add-migrate.js";
import { addPlan } from "./commands/plan/add-plan.js";
import { addPull } from "./commands/pull/add-pull.js";
import { addReindex } from "./commands/reindex/add-reindex.js";
import { addServe } from "./commands/serve/add-serve.js";
import { addSql } from "./commands/sql/add-sql.js";
import { addStudio } from "./commands/studio/add-studio.js";
import { addSweep } from "./commands/sweep/add-sweep.js";
import { addTables } from "./commands/tables/add-tables.js";
import { addVerify } from "./commands/verify/add-verify.js";
import { addCompletion, isCompletion } from "./completion.js";
import { withoutSecrets } from "./errors/service-failure.js";
import { jsonReport } from "./generation/json-report.js";
import { type ExitCode, exitCode } from "./terminal/exit-code.js";
import type { Terminal } from "./terminal/terminal.js";
import { version } from "./version.js";

/** Commands by the groups of the help, in its order. */
const groups: readonly (readonly [
  group: string,
  add: readonly ((program: Command, context: CommandContext) => void)[],
])[] = [
  ["Definitions:", [addInit, addGenerate, addCheck, addAdopt]],
  [
    "Tables of an account:",
    [
      addTables,
      addExport,
      addPlan,
      addImport,
      addVerify,
      addPull,
      addReindex,
      addSweep,
      addMigrate,
      addSql,
      addStudio,
      addKey,
    ],
  ],
  ["Tests and help:", [addServe, addExplain]],
];

/** Runs the command that the arguments name and returns its exit code. If the arguments are wrong, the parser prints the error. */
export async function runProgram(args: readonly string[], cwd: string, terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCode.ok;
  const program = createProgram(cwd, terminal, (result) => {
    code = result;
  });
  if (isCompletion(args)) await addCompletion(program);
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCode.ok;
    if (args.includes("--json")) {
      const message = withoutSecrets(error.message.replace(/^error: /, ""));
      const usage = { code: "cli.usage", message, help: "Run `npx tablewright --help`." };
      terminal.out(jsonReport(exitCode.badInput, { files: [], diagnostics: [] }, usage));
    }
    return exitCode.badInput;
  }
}

/**
 * Creates the commands and their options. The code of each command is loaded only when it runs, so help and usage errors appear
 * immediately.
 */
export function createProgram(cwd: string, terminal: Terminal, done: (code: ExitCode) => void): Command {
  const program = new Command("tablewright")
    .description("Type-safe Azure tables: declare entities once, generate classes that the compiler checks.")
    .version(version, "-v, --version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.log(text.trimEnd()),
      outputError: (text, write) => write(withoutSecrets(text).replace(/^error: /, `${terminal.colors.red("✖")} `)),
    });
  for (const [group, add] of groups) {
    program.commandsGroup(group);
    for (const each of add) each(program, { cwd, terminal, done });
  }
  for (const [name, command] of namedCommands(program)) {
    command.showHelpAfterError(`  → See \`npx tablewright ${name}--help\`.`);
  }
  return program;
}

/** Yields the program and all of its commands, with the words that call them, e.g. `tables list `. */
function* namedCommands(command: Command, name = ""): Generator<readonly [name: string, command: Command]> {
  yield [name, command];
  for (const each of command.commands) yield* namedCommands(each, `${name}${each.name()} `);
}
