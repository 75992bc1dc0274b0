import { join } from "node:path";
import type { TableServiceView } from "@tablewright/runtime";
import type { StudioProject } from "./project/studio-project.js";
import { readPageFiles } from "./server/page-files.js";
import { serveStudio } from "./server/serve-studio.js";
import { describeError, studioCalls } from "./studio-calls.js";

/** Folder of the built page, which is beside the modules of the package. From the sources it is in `dist`. */
const builtPage = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "../dist/page" : "page");

/** Options of {@link startStudio}. */
export interface StudioOptions {
  /** Port on the loopback interface. 0, the default, picks a free one. */
  readonly port?: number;
  /** True to reject every change. */
  readonly isReadOnly?: boolean;
  /** Folder of the built page. Default: that of this package. */
  readonly pageFolder?: string;
}

/** Running Studio. */
export interface Studio {
  /** Address with the token, which lets one browser in. */
  readonly url: string;
  /** Ends the server and its connections. */
  close(): Promise<void>;
}

/**
 * Starts a Studio for the tables of an account. It listens on the loopback interface alone, and lets in the one browser that opens its
 * address first. The page receives neither the connection string nor a key.
 * @throws Error of the operating system, such as EADDRINUSE
 */
export async function startStudio(
  service: TableServiceView,
  project: StudioProject,
  options: StudioOptions = {},
): Promise<Studio> {
  const { port = 0, isReadOnly = false, pageFolder = builtPage } = options;
  return await serveStudio(
    port,
    () => readPageFiles(pageFolder),
    studioCalls(service, project, { isReadOnly }),
    describeError,
  );
}
