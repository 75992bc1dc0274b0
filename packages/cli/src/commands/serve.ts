import type { ServeOptions, TableServer } from "@tablewright/testing";
import type { ExitCode } from "../exit-code.js";
import { untilSignal } from "../exit-code.js";
import { InputError } from "../input-error.js";
import type { Terminal } from "../terminal.js";

/** The options of `serve`. */
export interface ServeFlags {
  readonly port: number;
  readonly kind: "storage" | "cosmos";
}

/** Runs an empty in-memory Table service on the loopback interface until the first signal, and prints its connection string. */
export async function serve({ port, kind }: ServeFlags, terminal: Terminal): Promise<ExitCode> {
  const ended = untilSignal();
  const server = await listen({ port, kind });
  terminal.out(server.connectionString);
  terminal.log(`In-memory Table service at ${server.endpoint}. Connect with the string above. Press Ctrl-C to stop.`);
  const code = await ended;
  await server.close();
  return code;
}

async function listen(options: ServeOptions): Promise<TableServer> {
  const { serveTableService } = await loadTesting();
  try {
    return await serveTableService(options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    const message = `Port ${options.port} is in use.`;
    throw new InputError("serve.port-in-use", message, "Choose another port with --port (0 picks a free one).");
  }
}

async function loadTesting(): Promise<typeof import("@tablewright/testing")> {
  try {
    return await import("@tablewright/testing");
  } catch (error) {
    if (!isMissing(error)) throw error;
    const message = "`tablewright serve` needs @tablewright/testing, which is not installed.";
    throw new InputError("serve.not-installed", message, "Run: npm i -D @tablewright/testing");
  }
}

/** Whether the package itself is what was not found, rather than something that it imports. */
function isMissing(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" && message.includes("'@tablewright/testing'");
}
