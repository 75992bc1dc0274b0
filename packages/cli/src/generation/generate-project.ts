import { join } from "node:path";
import type { Diagnostic, GeneratedFile, OutputChange } from "@tablewright/generator";
import { contentHash } from "../cache/content-hash.js";
import { loadMemory, type Memory, saveMemory } from "../cache/memory.js";
import { foreignOutputs, inputsUnchanged, outputsUnchanged } from "../cache/unchanged.js";
import { InputError } from "../input-error.js";
import { definitionFolders } from "../project/definition-folders.js";
import { displayPath, type Project } from "../project/project.js";
import { isFile } from "../project/recording-host.js";
import type { Settings } from "../project/settings.js";
import { count } from "../report/count.js";
import { changedLines } from "./changed-lines.js";
import { type FileReport, hasErrors, type Outcome } from "./outcome.js";
import type { Reading } from "./read-project.js";

/** What to do with the output folder: bring it in line, tell how it differs, or leave it out of account. */
export type OutputMode = "write" | "compare" | "ignore";

/**
 * Reads the definitions and sees to the output folder. When nothing has changed since the last run, that is told from hashes
 * alone, and the generator, with its compiler, is not even loaded.
 */
export async function generateProject(
  project: Project,
  mode: OutputMode,
  progress: (text: string) => void,
): Promise<Outcome> {
  const { root } = project;
  const memory = loadMemory(project);
  if (memory && (await inputsUnchanged(root, memory)) && (mode === "ignore" || outputsUnchanged(root, memory))) {
    return outcomeOf(project, memory, mode === "ignore" ? [] : remembered(project, memory));
  }
  progress("→ loading the generator");
  const { optimizeLater } = await import("./optimize-later.js");
  optimizeLater();
  const [generator, { readProject }] = await Promise.all([
    import("@tablewright/generator"),
    import("./read-project.js"),
  ]);
  const reading = readProject(generator, project, progress);
  const { settings, files, problem, diagnostics } = reading;
  const facts = { ...reading, inputs: Object.fromEntries(reading.inputs), outputs: hashesOf(files) };
  if (mode === "ignore" || problem || settings === undefined || hasErrors(diagnostics)) {
    return outcomeOf(project, facts, []);
  }

  progress(`→ comparing ${count(files.length, "generated file")}`);
  if (isFile(join(root, settings.outDir))) return occupiedOutcome(project, outcomeOf(project, facts, []), settings);
  const fileSystem = generator.nodeFileSystem(root);
  const plan = generator.planOutput(files, settings.outDir, fileSystem);
  const blocked = plan.filter(({ action }) => action === "blocked");
  if (blocked.length > 0) return blockedOutcome(project, outcomeOf(project, facts, []), blocked);
  const inLine = plan.every(({ action }) => action === "unchanged");
  if (mode === "write") generator.applyOutput(plan, fileSystem);
  if (mode === "write" || inLine) saveMemory(project, memoryOf(root, { ...facts, settings }));
  const report = (change: OutputChange) => fileReport(project, change, mode, fileSystem.read);
  return outcomeOf(project, facts, plan.map(report));
}

function fileReport(
  project: Project,
  { path, action, text }: OutputChange,
  mode: OutputMode,
  read: (path: string) => string | undefined,
): FileReport {
  const shown = displayPath(project, path);
  if (action === "unchanged") return { path: shown, status: "unchanged" };
  if (mode === "write") return { path: shown, status: action === "remove" ? "removed" : "written" };
  if (action === "remove") return { path: shown, status: "unneeded" };
  const existing = read(path);
  if (existing === undefined || text === undefined) return { path: shown, status: "missing" };
  return { path: shown, status: "different", lines: changedLines(existing.replaceAll("\r\n", "\n"), text) };
}

function memoryOf(root: string, facts: Omit<Memory, "foreign">): Memory {
  const { settings, definitions, listing, inputs, outputs, diagnostics } = facts;
  const foreign = foreignOutputs(root, settings.outDir, new Set(Object.keys(outputs)));
  return { settings, definitions, listing, inputs, outputs, foreign, diagnostics };
}

/** Outputs are hashed from the texts and not from the disk, so that what someone else wrote meanwhile is never taken for ours. */
function hashesOf(files: readonly GeneratedFile[]): Memory["outputs"] {
  return Object.fromEntries(files.map(({ path, text }) => [path, contentHash(text)]));
}

function remembered(project: Project, { outputs }: Memory): FileReport[] {
  return Object.keys(outputs).map((path) => ({ path: displayPath(project, path), status: "unchanged" }));
}

function outcomeOf(
  project: Project,
  facts: Pick<Reading, "definitions" | "diagnostics" | "problem"> &
    Pick<Memory, "inputs" | "outputs"> & { readonly settings?: Settings },
  files: readonly FileReport[],
): Outcome {
  const { definitions, diagnostics, inputs, outputs, settings, problem } = facts;
  return {
    definitions: definitions.length,
    files,
    diagnostics: diagnostics.map((diagnostic) => displayed(project, diagnostic)),
    ...(problem === undefined ? {} : { problem }),
    dependencies: [
      project.config,
      ...Object.keys(inputs),
      ...(settings ? definitionFolders(settings) : []),
      ...Object.keys(outputs),
    ],
  };
}

function displayed(project: Project, diagnostic: Diagnostic): Diagnostic {
  const { location } = diagnostic;
  return { ...diagnostic, location: { ...location, file: displayPath(project, location.file) } };
}

function occupiedOutcome(project: Project, outcome: Outcome, { outDir }: Settings): Outcome {
  const message = `The output folder ${displayPath(project, outDir)} is a file.`;
  const help = "Move the file, or choose another outDir in tablewright.config.ts.";
  const dependencies = [...outcome.dependencies, outDir];
  return { ...outcome, dependencies, problem: new InputError("output.blocked", message, help) };
}

/** The outcome depends on the files in the way too: it is another one when they are moved. */
function blockedOutcome(project: Project, outcome: Outcome, blocked: readonly OutputChange[]): Outcome {
  const dependencies = [...outcome.dependencies, ...blocked.map(({ path }) => path)];
  const paths = blocked.map(({ path }) => displayPath(project, path)).join(", ");
  const message = `${paths} ${blocked.length === 1 ? "was" : "were"} not generated by tablewright, and so will not be replaced.`;
  const help = "Move it, or choose another outDir in tablewright.config.ts.";
  return { ...outcome, dependencies, problem: new InputError("output.blocked", message, help) };
}
