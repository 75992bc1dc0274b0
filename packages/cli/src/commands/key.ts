import { type ExitCode, exitCode } from "../exit-code.js";
import { outcomeOf } from "../generation/outcome.js";
import { readProject } from "../generation/read-project.js";
import { decodeKey, encodeKey } from "../live/key/key-json.js";
import { type AnySchema, loadSchema } from "../live/key/load-schema.js";
import { locateProject } from "../project/project.js";
import { printFindings } from "../report/print-outcome.js";
import type { Terminal } from "../terminal.js";

/** The options of `key`. */
export interface KeyFlags {
  readonly config?: string;
}

/** Prints the stored keys of an entity's values, as JSON. */
export function printEncodedKey(
  cwd: string,
  entity: string,
  json: string,
  flags: KeyFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  return withSchema(cwd, entity, flags, terminal, (schema) => encodeKey(schema, json));
}

/** Prints the values that stored keys were made of, as JSON. */
export function printDecodedKey(
  cwd: string,
  entity: string,
  partitionKey: string,
  rowKey: string,
  flags: KeyFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  return withSchema(cwd, entity, flags, terminal, (schema) => decodeKey(schema, { partitionKey, rowKey }));
}

async function withSchema(
  cwd: string,
  entity: string,
  { config }: KeyFlags,
  terminal: Terminal,
  work: (schema: AnySchema) => object,
): Promise<ExitCode> {
  const project = locateProject(cwd, config);
  const generator = await import("@tablewright/generator");
  const source = readProject(generator, project, terminal.progress, "ignore");
  terminal.progress("");
  const outcome = outcomeOf(project, { ...source, inputs: {}, outputs: {} }, []);
  const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
  if (await printFindings({ ...outcome, diagnostics: errors }, cwd, terminal, { writes: false }))
    return exitCode.badInput;
  terminal.out(JSON.stringify(work(loadSchema(entity, source.files, generator))));
  return exitCode.ok;
}
