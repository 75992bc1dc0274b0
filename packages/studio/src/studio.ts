import { join } from "node:path";
import type { TableServiceView } from "@tablewright/runtime";
import type { StudioProject } from "./project/studio-project.js";
import { readPageFiles } from "./server/page-files.js";
import { portOfAccount } from "./server/port-of-account.js";
import { serveStudio } from "./server/serve-studio.js";
import { describeError, studioCalls } from "./studio-calls.js";

/** Folder of the built page: `page` beside the built modules of the package, or `dist/page` if this runs from the sources. */
const builtPage = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "../dist/page" : "page");

/** Options of {@link startStudio}. */
export interface StudioOptions {
  /**
   * Port to listen on, on the loopback interface. 0 picks a free one. Default: a port that the address of the account determines, so that the
   * browser finds the history and columns of the account again; a free one if another program has it.
   */
  readonly port?: number;
  /** True to reject every change to the data. Default false. */
  readonly isReadOnly?: boolean;
  /** Further accounts, which the page can switch to. They have the same definitions. Default: none. */
  readonly others?: readonly TableServiceView[];
  /** Folder of the built page. Default: the page in this package. */
  readonly pageFolder?: string;
}

/** Studio that is running. {@link startStudio} returns it. */
export interface Studio {
  /** Address to open in the browser. It contains a token, which works once and lets that one browser in. */
  readonly url: string;
  /** Stops the server and closes its connections. */
  close(): Promise<void>;
}

/**
 * Starts a Studio for the tables of one or several accounts. It listens only on the loopback interface, and accepts only the browser that opens its
 * address first. The page receives neither the connection string nor a key.
 * @throws Error of the operating system, such as EADDRINUSE
 */
export async function startStudio(
  service: TableServiceView,
  project: StudioProject,
  options: StudioOptions = {},
): Promise<Studio> {
  const { port, isReadOnly = false, pageFolder = builtPage, others = [] } = options;
  const services = [service, ...others];
  const calls = services.map((each) => studioCalls(each, project, { isReadOnly, services }));
  return await serveStudio(
    port === undefined ? [portOfAccount(service.endpoint), 0] : [port],
    () => readPageFiles(pageFolder),
    (account) => calls[account],
    describeError,
  );
}
