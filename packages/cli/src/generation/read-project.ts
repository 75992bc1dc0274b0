import type { Diagnostic, GeneratedFile } from "@tablewright/generator";
import { listingOf } from "../cache/listing.js";
import { InputError } from "../input-error.js";
import { findDefinitions } from "../project/find-definitions.js";
import type { Project } from "../project/project.js";
import { type Inputs, recordingHost } from "../project/recording-host.js";
import { findTsconfig, type Settings, settingsOf } from "../project/settings.js";
import { count } from "../report/count.js";
import { hasErrors } from "./outcome.js";

type Generator = typeof import("@tablewright/generator");

/** What a project's config and definitions come to. */
export interface Reading {
  /** All that was read or looked for. */
  readonly inputs: Inputs;
  /** Absent when the config has errors. */
  readonly settings?: Settings;
  readonly definitions: readonly string[];
  /** Taken before the definition files were looked for: what comes in between makes it differ the next time. */
  readonly listing?: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** What the output folder is to hold; nothing when there are errors. */
  readonly files: readonly GeneratedFile[];
  /** Why the definitions were not read, where that is not in the diagnostics. */
  readonly problem?: InputError;
}

/** Reads config and definitions and generates the text of all files; nothing is written. */
export function readProject(generator: Generator, project: Project, progress: (text: string) => void): Reading {
  const host = recordingHost(project.root);
  const { inputs } = host;
  const nearest = findTsconfig(project.root, host);
  const source = { host, path: project.config, ...(nearest === undefined ? {} : { tsconfig: nearest }) };
  const { config, diagnostics } = host.fileExists(project.config)
    ? generator.readConfig(source)
    : { config: {}, diagnostics: [] };
  if (hasErrors(diagnostics)) return { inputs, definitions: [], diagnostics, files: [] };

  const settings = settingsOf(config, nearest);
  const listing = listingOf(project.root, settings);
  const definitions = findDefinitions(project.root, settings);
  if (definitions.length === 0) {
    return { inputs, settings, definitions, diagnostics, files: [], problem: noDefinitions(settings) };
  }
  progress(`→ reading ${count(definitions.length, "definition file")}`);
  const result = generator.generate({ host, files: definitions, ...settings });
  const { files } = result;
  return { inputs, settings, definitions, listing, files, diagnostics: [...diagnostics, ...result.diagnostics] };
}

function noDefinitions({ definitions }: Settings): InputError {
  const message = `No definition file matches ${definitions.join(", ")}.`;
  const help = "Run `tablewright init` for a first one, or set `definitions` in tablewright.config.ts.";
  return new InputError("definition.no-files", message, help);
}
