import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { AdoptFlags } from "./commands/adopt/adopt.js";
import type { CheckFlags } from "./commands/check/check.js";
import type { ExplainFlags } from "./commands/explain/explain.js";
import type { GenerateFlags } from "./commands/generate/generate.js";
import type { InitFlags } from "./commands/init/init.js";
import type { Account, ServeFlags } from "./commands/serve/serve.js";
import { addCompletion, isCompletion } from "./completion.js";
import { withoutSecrets } from "./errors/service-failure.js";
import { jsonReport } from "./generation/json-report.js";
import { addAccountOptions, parsePort } from "./live-options.js";
import { addLiveCommands } from "./live-program.js";
import { type ExitCode, exitCode } from "./terminal/exit-code.js";
import type { Terminal } from "./terminal/terminal.js";
import { version } from "./version.js";

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
  program.commandsGroup("Definitions:");
  const config = () => new Option("-c, --config <file>", "config file (default: tablewright.config.ts, if it exists)");
  const json = () => new Option("--json", "print one JSON object to stdout and nothing else");

  addAccountOptions(
    program
      .command("init")
      .description("create a config, a first definition, a tsconfig and package scripts; existing files are kept")
      .addOption(new Option("--from <table...>", "infer the definitions from the rows of these tables")),
  ).action(async (flags: InitFlags) => {
    const { init } = await import("./commands/init/init.js");
    done(await init(cwd, flags, terminal));
  });

  program
    .command("generate")
    .description("write the classes of all definitions")
    .addOption(config())
    .addOption(new Option("--check", "write nothing; exit with code 3 if a generated file is out of date"))
    .addOption(new Option("--dry-run", "write nothing; print what would be written").conflicts("check"))
    .addOption(
      new Option(
        "--accept",
        "accept changes that make stored rows unreadable, and record them in the lock file",
      ).conflicts("check"),
    )
    .addOption(
      new Option("--watch", "generate again whenever a definition changes").conflicts([
        "check",
        "dryRun",
        "accept",
        "json",
      ]),
    )
    .addOption(json())
    .action(async (flags: GenerateFlags) => {
      const { generate } = await import("./commands/generate/generate.js");
      done(await generate(cwd, flags, terminal));
    });

  program
    .command("check")
    .description("check the definitions without writing anything")
    .addOption(config())
    .addOption(json())
    .addOption(
      new Option("--format <format>", "print findings as annotations of a GitHub workflow")
        .choices(["github"])
        .conflicts("json"),
    )
    .action(async (flags: CheckFlags) => {
      const { check } = await import("./commands/check/check.js");
      done(await check(cwd, flags, terminal));
    });

  program
    .command("adopt")
    .description("read a program that uses @azure/data-tables: report its tables, draft definitions, list what changes")
    .argument("<files...>", "globs of the program's source files, such as 'src/**/*.ts'")
    .option("--tests", "read files of tests too, such as orders.test.ts")
    .addOption(json())
    .action(async (files: readonly string[], flags: AdoptFlags) => {
      const { printAdoption } = await import("./commands/adopt/adopt.js");
      done(await printAdoption(cwd, files, flags, terminal));
    });

  program.commandsGroup("Tables of an account:");
  addLiveCommands(program, cwd, terminal, done);

  program.commandsGroup("Tests and help:");
  program
    .command("serve")
    .description(
      "run a strict in-memory Table service for tests (needs @tablewright/testing) and print its connection string",
    )
    .addOption(new Option("--port <number>", "loopback port (0 picks a free one)").default(10002).argParser(parsePort))
    .addOption(new Option("--kind <kind>", "service to imitate").choices(["storage", "cosmos"]).default("storage"))
    .addOption(
      new Option(
        "--account <name=key>",
        "account to serve in place of the emulator's, its key in base64; repeatable",
      ).argParser(addAccount),
    )
    .addOption(
      new Option("--data <file>", "keep all rows in this NDJSON file: load it at start, write each change").argParser(
        once,
      ),
    )
    .addOption(new Option("--sync", "write each change through to the disk before it is confirmed (with --data)"))
    .addOption(
      new Option(
        "--seed <file>",
        "store the rows of this NDJSON file at start, unless the --data file exists",
      ).argParser(once),
    )
    .addOption(
      new Option("--cosmos-as-of <year>", "year of the Cosmos DB to imitate (with --kind cosmos)").choices([
        "2020",
        "2022",
      ]),
    )
    .addOption(new Option("--strict-tokens", "reject bearer tokens as the service does (default with --cert)"))
    .addOption(new Option("--no-strict-tokens", "accept any bearer token that has not expired"))
    .addOption(
      new Option("--control [token]", "let other processes control the server, with this token or a new one").argParser(
        controlToken,
      ),
    )
    .addOption(new Option("--host <address>", "address to listen on (default: 127.0.0.1)").argParser(once))
    .addOption(new Option("--log", "print a line for each request: method, path, status, error code, duration"))
    .addOption(new Option("--cert <file>", "serve HTTPS with this certificate (PEM; needs --key)").argParser(once))
    .addOption(new Option("--key <file>", "the key of that certificate (PEM)").argParser(once))
    .addHelpText("after", serveHelp)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./commands/serve/serve.js");
      done(await serve(cwd, flags, terminal));
    });

  program
    .command("explain")
    .description("print what a code means and what to do about it")
    .argument("<code>", "code of an error or a diagnostic, such as key.too-long")
    .addOption(json())
    .action(async (code: string, flags: ExplainFlags) => {
      const { explain } = await import("./commands/explain/explain.js");
      done(await explain(code, flags, terminal));
    });
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

const serveHelp = `
Make a certificate for --cert and --key:
  openssl req -x509 -newkey rsa:2048 -nodes -days 365 -keyout key.pem -out cert.pem \\
    -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
Node clients trust it with NODE_EXTRA_CA_CERTS=cert.pem.`;

function once(text: string, previous?: string): string {
  if (previous === undefined) return text;
  throw new InvalidArgumentError("Give the option once.");
}

function controlToken(text: string): string {
  if (text.length >= 16) return text;
  throw new InvalidArgumentError("Expected at least 16 characters.");
}

function addAccount(text: string, accounts: readonly Account[] = []): readonly Account[] {
  const [, account = "", key = ""] = /^([a-z0-9]{3,24})=(.+)$/.exec(text) ?? [];
  if (key === "" || Buffer.from(key, "base64").toString("base64") !== key) {
    throw new InvalidArgumentError("Expected NAME=KEY: 3 to 24 lower-case letters and digits, and a key in base64.");
  }
  if (accounts.some((other) => other.account === account)) throw new InvalidArgumentError("Its name is given twice.");
  return [...accounts, { account, key }];
}
