import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import type { LoggedRequest, ServeOptions, TableServer, TableServiceOptions } from "@tablewright/testing";
import { InputError } from "../../errors/input-error.js";
import { loadOptional } from "../../errors/load-optional.js";
import type { ExitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { limitHeap } from "../../terminal/limit-heap.js";
import type { Terminal } from "../../terminal/terminal.js";
import { loadRows, ServedFile } from "./served-file.js";

/** Options of `serve`. */
export interface ServeFlags {
  readonly port: number;
  readonly kind: "storage" | "cosmos";
  readonly account?: readonly Account[];
  readonly data?: string;
  readonly seed?: string;
  readonly log?: boolean;
  readonly sync?: boolean;
  readonly cosmosAsOf?: "2020" | "2022";
  readonly strictTokens?: boolean;
  /** Token of the control endpoint; `true` to generate a token; undefined to serve without a control endpoint. */
  readonly control?: boolean | string;
  readonly host?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Storage account to serve instead of the emulator's well-known account. */
export interface Account {
  readonly account: string;
  readonly key: string;
}

type Testing = typeof import("@tablewright/testing");

/**
 * Serves an in-memory Table service until the first signal and prints its connection strings. Listens on loopback, unless `--host` is
 * set.
 */
export async function serve(cwd: string, flags: ServeFlags, terminal: Terminal): Promise<ExitCode> {
  const { port, log, data, seed, account: accounts = [] } = flags;
  if (accounts.length > 1 && (data ?? seed) !== undefined) {
    throw usage(
      "--data and --seed contain the rows of one account.",
      "Give --account once, or run one server per account.",
    );
  }
  if (flags.cosmosAsOf !== undefined && flags.kind !== "cosmos")
    throw usage("--cosmos-as-of needs --kind cosmos.", "Pass --kind cosmos too.");
  // Limits garbage to a quarter of the memory that the rows take. The rows all stay in memory, and by default garbage may take as much
  // memory again.
  limitHeap(25);
  const tls = readCertificate(cwd, flags);
  const testing = await loadOptional("serve", "@tablewright/testing", () => import("@tablewright/testing"));
  const options = serviceOptions(flags);
  const [first, ...others] = accounts.map((account) => testing.createTableService({ ...options, ...account }));
  const service = first ?? testing.createTableService(options);
  const file = data === undefined ? undefined : new ServedFile(resolve(cwd, data));
  if (file?.exists !== true && seed !== undefined) {
    loadRows(resolve(cwd, seed), service);
    terminal.log(`Stored the rows of ${seed}.`);
  }
  const closeFile = file?.open(service, { sync: flags.sync ?? false, onNotice: (message) => terminal.log(message) });
  if (file?.exists) terminal.log(`Loaded all tables from ${data}.`);
  const onRequest = (request: LoggedRequest, milliseconds: number) => terminal.log(logLine(request, milliseconds));
  // Signals are handled only from here on. Until now there is nothing to save, so a signal may end the process at once.
  using interruption = new Interruption();
  const { control, host } = flags;
  const server = await listen(testing, {
    port,
    service,
    others,
    ...(host !== undefined && { host }),
    ...(control !== undefined && { control: typeof control === "string" ? { token: control } : control }),
    ...(tls && { tls }),
    ...(log && { onRequest }),
  });
  for (const { connectionString } of server.accounts) terminal.out(connectionString);
  if (server.controlToken !== undefined) terminal.out(`TABLES_CONTROL_TOKEN=${server.controlToken}`);
  const endpoints = server.accounts.map(({ endpoint }) => endpoint);
  const strings = endpoints.length > 1 ? "strings" : "string";
  terminal.log(
    `In-memory Table service at ${endpoints.join(", ")}. Connect with the ${strings} above. Press Ctrl-C to stop.`,
  );
  const code = await interruption.ended;
  await server.close();
  if (closeFile !== undefined) {
    closeFile();
    terminal.log(`Saved all tables to ${data}.`);
  }
  return code;
}

/**
 * Returns the options of the in-memory service. The service does not check the dates of requests, because a test may have set the clock of
 * its client to another time.
 */
function serviceOptions({ kind, cosmosAsOf, strictTokens, cert }: ServeFlags): TableServiceOptions {
  return {
    kind,
    checkDates: false,
    strictTokens: strictTokens ?? cert !== undefined,
    ...(cosmosAsOf !== undefined && { cosmosAsOf: cosmosAsOf === "2020" ? 2020 : 2022 }),
  };
}

/** Codes of errors of a host that is not an address of this machine. */
const noAddress: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "EAI_AGAIN", "ENOTFOUND"]);

async function listen(testing: Testing, options: ServeOptions): Promise<TableServer> {
  try {
    return await testing.serveTableService(options);
  } catch (error) {
    const { code = "", message: reason } = error as NodeJS.ErrnoException;
    if (noAddress.has(code))
      throw usage(
        `Cannot listen on ${options.host}: ${reason}.`,
        "Pass an address of this machine with --host, such as 0.0.0.0 for all of them.",
      );
    if (code !== "EADDRINUSE") throw error;
    const message = `Port ${options.port} is in use.`;
    throw new InputError("serve.port-in-use", message, "Choose another port with --port (0 picks a free one).");
  }
}

/** Formats a request as a line of the log, e.g. `GET /devstoreaccount1/Shop() 404 TableNotFound 1.2 ms`. */
function logLine({ method, url, status, errorCode }: LoggedRequest, milliseconds: number): string {
  const path = url.replace(/^https?:\/\/[^/]*/, "");
  return [method, path, status, ...(errorCode === undefined ? [] : [errorCode]), milliseconds.toFixed(1), "ms"].join(
    " ",
  );
}

/** Reads the certificate and key for HTTPS and checks that they belong together; undefined if neither is given. */
function readCertificate(cwd: string, { cert, key }: ServeFlags): { cert: string; key: string } | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw usage("HTTPS needs both --cert and --key.", "`npx tablewright serve --help` shows how to make them.");
  }
  const tls = { cert: readFileSync(resolve(cwd, cert), "utf8"), key: readFileSync(resolve(cwd, key), "utf8") };
  try {
    createSecureContext(tls);
  } catch (error) {
    const message = `${cert} and ${key} are not a certificate and its key in PEM: ${(error as Error).message}.`;
    throw new InputError(
      "serve.certificate-invalid",
      message,
      "`npx tablewright serve --help` shows how to make them.",
    );
  }
  return tls;
}

function usage(message: string, help: string): InputError {
  return new InputError("cli.usage", message, help);
}
