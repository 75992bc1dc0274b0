import { type AnySchema, loadSchema } from "../../definitions/load-schema.js";
import { readDefinitions } from "../../definitions/read-definitions.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import type { Terminal } from "../../terminal/terminal.js";
import { decodeKey, encodeKey } from "./key-json.js";

/** Options of `key`. */
export interface KeyFlags {
  readonly config?: string;
}

/** Prints the PartitionKey and RowKey for an entity's values, as JSON. */
export function printEncodedKey(
  cwd: string,
  entity: string,
  json: string,
  flags: KeyFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  return withSchema(cwd, entity, flags, terminal, (schema) => encodeKey(schema, json));
}

/** Prints the values that a PartitionKey and RowKey contain, as JSON. */
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
  const definitions = await readDefinitions(cwd, config, terminal);
  if (definitions === undefined) return exitCode.badInput;
  terminal.out(JSON.stringify(work(loadSchema(entity, definitions.files, definitions.generator))));
  return exitCode.ok;
}
