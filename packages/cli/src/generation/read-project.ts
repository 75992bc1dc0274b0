import type { Diagnostic, GeneratedFile } from "@tablewright/generator";
import { buildListing } from "../cache/unchanged.js";
import { InputError } from "../errors/input-error.js";
import { findDefinitions } from "../project/find-definitions.js";
import { lockFileName, type Project } from "../project/project.js";
import { type Inputs, recordingHost } from "../project/read-files.js";
import { buildSettings, findTsconfig, type Settings } from "../project/settings.js";
import { count } from "../terminal/terminal.js";
import { hasErrors } from "./outcome.js";

type Generator = typeof import("@tablewright/generator");

/** Config and definitions of a project, and the text of the files to generate from them. */
export interface ProjectSource {
  /** All files that were read or looked for, with their hashes. */
  readonly inputs: Inputs;
  /** Settings from the config; undefined if the config has errors. */
  readonly settings?: Settings;
  readonly definitions: readonly string[];
  /**
   * Fingerprint of the file names in the definition folders. It is calculated before the search for definition files. So if a file is added
   * during the search, the fingerprint of the next run differs from this one.
   */
  readonly listing?: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Files that the output folder should contain, with their text; empty if there are errors. */
  readonly files: readonly GeneratedFile[];
  /** Text that the lock file should have; undefined if there are errors, or if the lock file is ignored. */
  readonly lock?: string | undefined;
  /** Reason why the definitions were not read, if no diagnostic explains it; otherwise undefined. */
  readonly problem?: InputError;
}

/** Treatment of the lock file: compare the definitions with it, accept changes that make stored rows unreadable, or ignore it. */
export type LockUse = "compare" | "accept" | "ignore";

/**
 * Reads the config and the definitions, and generates the texts of all files in memory. Writes nothing.
 * @param output the language of the files; by default the language that the config sets
 */
export function readProject(
  generator: Generator,
  project: Project,
  progress: (text: string) => void,
  lockUse: LockUse,
  output?: "ts",
): ProjectSource {
  const host = recordingHost(project.root);
  const { inputs } = host;
  const nearest = findTsconfig(project.root, host);
  const source = { host, path: project.config, ...(nearest === undefined ? {} : { tsconfig: nearest }) };
  const { config, diagnostics } = host.fileExists(project.config)
    ? generator.readConfig(source)
    : { config: {}, diagnostics: [] };
  if (hasErrors(diagnostics)) return { inputs, definitions: [], diagnostics, files: [] };

  const settings = buildSettings(config, nearest);
  const listing = buildListing(project.root, settings);
  const definitions = findDefinitions(project.root, settings);
  if (definitions.length === 0) {
    return { inputs, settings, definitions, diagnostics, files: [], problem: noDefinitions(settings) };
  }
  progress(`→ reading ${count(definitions.length, "definition file")}`);
  const lockFile = lockFileName(project);
  const lock = { path: lockFile, text: host.readFile(lockFile), accept: lockUse === "accept" };
  const result = generator.generate({
    host,
    files: definitions,
    ...settings,
    ...(output === undefined ? {} : { output }),
    ...(lockUse === "ignore" ? {} : { lock }),
  });
  const { files } = result;
  const found = [...diagnostics, ...result.diagnostics];
  return { inputs, settings, definitions, listing, files, lock: result.lock, diagnostics: found };
}

function noDefinitions({ definitions }: Settings): InputError {
  const message = `No definition files match ${definitions.join(", ")}.`;
  const help = "Run `npx tablewright init` to create one, or set `definitions` in tablewright.config.ts.";
  return new InputError("definition.no-files", message, help);
}
