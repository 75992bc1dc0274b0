import { compileFunction } from "node:vm";
import type { GeneratedFile } from "@tablewright/generator";
import * as runtime from "@tablewright/runtime/codegen/v1";
import { InputError } from "../../input-error.js";

export type AnySchema = runtime.EntitySchema<runtime.EntityTypes>;

/** What runs of the generator is needed here: the module is large. */
interface Compiler {
  javascriptOf(text: string): string;
}

/**
 * The schema of an entity, from the class that the generator makes of its definition: keys are those of the application, whether
 * or not its generated files are up to date. Definitions themselves are not executed.
 * @throws InputError `key.unknown-entity`
 */
export function loadSchema(name: string, files: readonly GeneratedFile[], compiler: Compiler): AnySchema {
  const classes = classesOf(files);
  const text = classes.get(name);
  if (text === undefined) {
    const known = [...classes.keys()].sort().join(", ");
    throw new InputError("key.unknown-entity", `No definition is named ${name}.`, `Pass one of these: ${known}`);
  }
  return schemaOf(name, text, compiler);
}

/** The schemas of all entities, in the same way. */
export function loadSchemas(files: readonly GeneratedFile[], compiler: Compiler): AnySchema[] {
  return [...classesOf(files)].map(([name, text]) => schemaOf(name, text, compiler));
}

function schemaOf(name: string, text: string, compiler: Compiler): AnySchema {
  const exported: Record<string, { readonly $schema: AnySchema } | undefined> = {};
  const requireRuntime = () => runtime;
  compileFunction(compiler.javascriptOf(text), ["exports", "require"])(exported, requireRuntime);
  const entity = exported[name];
  if (entity === undefined) throw new TypeError(`The generated module does not export ${name}.`);
  return entity.$schema;
}

/** The text of each generated class, by its name. */
function classesOf(files: readonly GeneratedFile[]): Map<string, string> {
  return new Map(files.flatMap(({ text }) => namesOf(text).map((name) => [name, text] as const)));
}

function namesOf(text: string): string[] {
  return [...text.matchAll(/^export class (\S+)/gm)].map(([, name = ""]) => name);
}
