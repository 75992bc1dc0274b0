import type { TableServiceClient } from "@tablewright/runtime";
import type { Studio, StudioProject } from "@tablewright/studio";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { readDefinitions } from "../../definitions/read-definitions.js";
import { InputError } from "../../errors/input-error.js";
import { loadOptional } from "../../errors/load-optional.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import type { Terminal } from "../../terminal/terminal.js";
import { openBrowser } from "./open-browser.js";
import { createStudioProject } from "./studio-project.js";

/** Options of `studio`. */
export interface StudioFlags extends ConnectionFlags {
  readonly config?: string;
  /** Undefined for the port that belongs to the account. */
  readonly port?: number;
  readonly readOnly?: boolean;
  /** Further accounts: connection strings, or names of environment variables that have one. */
  readonly also?: readonly string[];
  /** False with `--no-open`: then the user must open the URL in a browser. */
  readonly open: boolean;
}

/** Serves Studio, which shows the tables of an account in the browser, until the first signal. Opens the browser, unless told not to. */
export async function studioCommand(cwd: string, flags: StudioFlags, terminal: Terminal): Promise<ExitCode> {
  const { startStudio } = await loadOptional("studio", "@tablewright/studio", () => import("@tablewright/studio"));
  const definitions = await readDefinitions(cwd, flags.config, terminal, "accept", false);
  if (definitions === undefined) return exitCode.badInput;
  const reload = async (): Promise<StudioProject> => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const again = await readDefinitions(cwd, flags.config, { ...terminal, log }, "accept", false);
    if (again === undefined) throw new Error(lines.join("\n"));
    return createStudioProject(again, reload);
  };
  const project = createStudioProject(definitions, reload);
  const { port, readOnly: isReadOnly = false, config, also = [] } = flags;
  const connections = [flags, ...also.map((text) => ({ ...configOf(config), connectionString: connectionOf(text) }))];
  return await withServices(connections, cwd, async ([service, ...others]) => {
    const studio = await listening(port, () =>
      startStudio(service, project, { ...(port !== undefined && { port }), isReadOnly, others }),
    );
    using interruption = new Interruption();
    terminal.out(studio.url);
    terminal.log("Studio is at the address above, which admits one browser. Press Ctrl-C to stop.");
    if (flags.open) openBrowser(studio.url, () => terminal.log("No browser was found. Open the address above."));
    const code = await interruption.ended;
    await studio.close();
    return code;
  });
}

function configOf(config: string | undefined): Pick<ConnectionFlags, "config"> {
  return config === undefined ? {} : { config };
}

/** Returns the connection string that an option contains, or that the environment variable of its name has. */
function connectionOf(text: string): string {
  if (text.includes("=")) return text;
  const found = process.env[text] ?? "";
  if (found !== "") return found;
  const help = "Pass --also with a connection string, or with the name of an environment variable that has one.";
  throw new InputError("connection.missing", `The environment variable ${text} has no connection string.`, help);
}

type Services = readonly [TableServiceClient, ...TableServiceClient[]];

/** Connects all accounts, calls `work` with their clients, then closes them. */
async function withServices<Result>(
  connections: readonly ConnectionFlags[],
  cwd: string,
  work: (services: Services) => Promise<Result>,
  connected: readonly TableServiceClient[] = [],
): Promise<Result> {
  const [next, ...rest] = connections;
  if (next === undefined) return await work(connected as unknown as Services);
  return await withService(next, cwd, (service) => withServices(rest, cwd, work, [...connected, service]));
}

async function listening(port: number | undefined, start: () => Promise<Studio>): Promise<Studio> {
  try {
    return await start();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    const help = "Choose another port with --port, or leave it out: Studio then finds a free one.";
    throw new InputError("studio.port-in-use", `Port ${port} is in use.`, help);
  }
}
