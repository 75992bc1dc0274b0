import { type Command, InvalidArgumentError, Option } from "commander";
import { type CommandContext, once, parsePort } from "../../command-options.js";
import type { Account, ServeFlags } from "./serve.js";

/** Adds the command `serve`, which runs a service for tests. */
export function addServe(program: Command, { cwd, terminal, done }: CommandContext): void {
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
      const { serve } = await import("./serve.js");
      done(await serve(cwd, flags, terminal));
    });
}

const serveHelp = `
Make a certificate for --cert and --key:
  openssl req -x509 -newkey rsa:2048 -nodes -days 365 -keyout key.pem -out cert.pem \\
    -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
Node clients trust it with NODE_EXTRA_CA_CERTS=cert.pem.`;

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
