import { join } from "node:path";
import type { TableServiceView } from "@tablewright/runtime";
import type { StudioProject } from "./project/studio-project.js";
import { readPageFiles } from "./server/page-files.js";
import { serveStudio } from "./server/serve-studio.js";
import { describeError, studioCalls } from "./studio-calls.js";

/** Folder of the built page: `page` beside the built modules of the package, or `dist/page` if this runs from the sources. */
const builtPage = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "../dist/page" : "page");

/** Options of {@link startStudio}. */
export interface StudioOptions {
  /** Port to listen on, on the loopback interface. 0, the default, picks a free one. */
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
  const { port = 0, isReadOnly = false, pageFolder = builtPage, others = [] } = options;
  const services = [service, ...others];
  const calls = services.map((each) => studioCalls(each, project, { isReadOnly, services }));
  return await serveStudio(
    port,
    () => readPageFiles(pageFolder),
    (account) => calls[account],
    describeError,
  );
}
