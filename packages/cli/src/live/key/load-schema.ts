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
  const file = classes.get(name);
  if (file === undefined) {
    const known = [...classes.keys()].sort().join(", ");
    throw new InputError("key.unknown-entity", `No definition is named ${name}.`, `Pass one of these: ${known}`);
  }
  return schemaOf(name, loaderOf(files, compiler)(file));
}

/** The schemas of all entities, in the same way, and those of the entries of their indexes. */
export function loadSchemas(files: readonly GeneratedFile[], compiler: Compiler): AnySchema[] {
  const load = loaderOf(files, compiler);
  return [...classesOf(files)].map(([name, file]) => schemaOf(name, load(file)));
}

type Exports = Record<string, { readonly $schema: AnySchema } | undefined>;

/** Runs generated files as modules, each once: they import the runtime and each other. */
function loaderOf(files: readonly GeneratedFile[], compiler: Compiler): (file: GeneratedFile) => Exports {
  const loaded = new Map<GeneratedFile, Exports>();
  const load = (file: GeneratedFile): Exports => {
    const known = loaded.get(file);
    if (known !== undefined) return known;
    const exported: Exports = {};
    loaded.set(file, exported);
    const require = (specifier: string) => {
      const imported = specifier.startsWith("./") ? files.find(({ path }) => isFileOf(path, specifier)) : undefined;
      return imported === undefined ? runtime : load(imported);
    };
    compileFunction(compiler.javascriptOf(file.text), ["exports", "require"])(exported, require);
    return exported;
  };
  return load;
}

/** All generated files lie in one folder. @param specifier `./order.gen.js`, `./order.gen.ts` or `./order.gen` */
function isFileOf(path: string, specifier: string): boolean {
  return path.endsWith(`${specifier.slice(1).replace(/\.[jt]s$/, "")}.ts`);
}

function schemaOf(name: string, exported: Exports): AnySchema {
  const entity = exported[name];
  if (entity === undefined) throw new TypeError(`The generated module does not export ${name}.`);
  return entity.$schema;
}

/** The file of each generated class, by the class's name. */
function classesOf(files: readonly GeneratedFile[]): Map<string, GeneratedFile> {
  return new Map(files.flatMap((file) => namesOf(file.text).map((name) => [name, file] as const)));
}

function namesOf(text: string): string[] {
  return [...text.matchAll(/^export class (\S+)/gm)].map(([, name = ""]) => name);
}
