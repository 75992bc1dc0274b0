import { isTableError, SasCredential, TableServiceClient } from "@tablewright/runtime";
import { InputError } from "../errors/input-error.js";
import { clientProblem } from "./client-problem.js";
import { configuredKind } from "./configured-kind.js";
import { loadEntraCredential } from "./entra-credential.js";

/** Options with which every command that connects names the account. */
export interface ConnectionFlags {
  readonly config?: string;
  readonly connectionString?: string;
  readonly endpoint?: string;
  readonly sas?: string;
  readonly entra?: boolean;
}

/** Environment variables that may contain the connection string. They are read in this order if no option names the account. */
const variables = ["TABLES_CONNECTION_STRING", "AZURE_STORAGE_CONNECTION_STRING"];

/**
 * Connects a client, calls `work` with it, then closes the client. Returns the result of `work`.
 * @param cwd folder from which `@azure/identity` is resolved
 * @throws InputError `connection.*`, `cli.usage`
 * @throws ServiceFailure for every error of the client
 */
export async function withService<Result>(
  flags: ConnectionFlags,
  cwd: string,
  work: (service: TableServiceClient) => Promise<Result>,
): Promise<Result> {
  try {
    await using service = await connect(flags, cwd);
    return await work(service);
  } catch (error) {
    throw isTableError(error) ? clientProblem(error) : error;
  }
}

async function connect(flags: ConnectionFlags, cwd: string): Promise<TableServiceClient> {
  const { endpoint, sas, entra, connectionString = fromEnvironment() } = flags;
  const kind = await configuredKind(cwd, flags.config);
  const options = kind === undefined ? {} : { kind };
  if (endpoint !== undefined) {
    const credential = entra ? await loadEntraCredential(cwd) : sas === undefined ? undefined : new SasCredential(sas);
    return new TableServiceClient(endpoint, credential, options);
  }
  if (sas !== undefined || entra) {
    const given = entra ? "--entra" : "--sas";
    const help = "Pass --endpoint too, such as https://myaccount.table.core.windows.net.";
    throw new InputError("cli.usage", `${given} needs an endpoint.`, help);
  }
  if (/^\s*https?:/i.test(connectionString ?? "")) {
    const instead =
      "Pass a URL with --endpoint: one with a shared access signature alone, others with --sas or --entra.";
    throw new InputError("connection.invalid", "The connection string is a URL.", instead);
  }
  if (connectionString !== undefined) return TableServiceClient.fromConnectionString(connectionString, options);
  const help = `Set ${variables[0]}, or pass --connection-string, or --endpoint with --sas or --entra.`;
  throw new InputError("connection.missing", "There is no connection string.", help);
}

/** Returns the name of the environment variable with the connection string; undefined if none is set. An empty variable counts as unset. */
export function connectionVariable(): string | undefined {
  return variables.find((name) => (process.env[name] ?? "") !== "");
}

function fromEnvironment(): string | undefined {
  const name = connectionVariable();
  return name === undefined ? undefined : process.env[name];
}
