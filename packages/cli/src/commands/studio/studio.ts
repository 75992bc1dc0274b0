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
  readonly port: number;
  readonly readOnly?: boolean;
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
  return await withService(flags, cwd, async (service) => {
    const { port, readOnly: isReadOnly = false } = flags;
    const studio = await listening(port, () => startStudio(service, project, { port, isReadOnly }));
    using interruption = new Interruption();
    terminal.out(studio.url);
    terminal.log("Studio is at the address above, which admits one browser. Press Ctrl-C to stop.");
    if (flags.open) openBrowser(studio.url, () => terminal.log("No browser was found. Open the address above."));
    const code = await interruption.ended;
    await studio.close();
    return code;
  });
}

async function listening(port: number, start: () => Promise<Studio>): Promise<Studio> {
  try {
    return await start();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    const help = "Choose another port with --port, or leave it out: a free port is the default.";
    throw new InputError("studio.port-in-use", `Port ${port} is in use.`, help);
  }
}
