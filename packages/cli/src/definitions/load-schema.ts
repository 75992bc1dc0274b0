import { compileFunction } from "node:vm";
import type { GeneratedFile } from "@tablewright/generator";
import * as runtime from "@tablewright/runtime/codegen/v1";
import { InputError } from "../errors/input-error.js";

export type AnySchema = runtime.EntitySchema<runtime.EntityTypes>;

/** Function of `@tablewright/generator` that is used here. Callers pass it in, because that large package is loaded only when needed. */
export interface Compiler {
  compileJavaScript(text: string): string;
}

/**
 * Loads the schema of an entity from its generated class. The class was generated from the current definition in memory, so it is up
 * to date even if the generated files on disk are not. The definition file itself is not executed.
 * @param files generated files, in memory
 * @throws InputError `key.unknown-entity`
 */
export function loadSchema(name: string, files: readonly GeneratedFile[], compiler: Compiler): AnySchema {
  const modules = new GeneratedModules(files, compiler);
  const schema = modules.schemaOf(name);
  if (schema !== undefined) return schema;
  const known = modules.classNames().sort().join(", ");
  throw new InputError("key.unknown-entity", `No definition is named ${name}.`, `Pass one of these: ${known}`);
}

/** Loads the schemas of all entities and index rows. @see {@link loadSchema} */
export function loadSchemas(files: readonly GeneratedFile[], compiler: Compiler): AnySchema[] {
  const modules = new GeneratedModules(files, compiler);
  return modules.classNames().flatMap((name) => modules.schemaOf(name) ?? []);
}

/** Returns the schemas of entities alone, without those of index rows. */
export function withoutIndexRows(schemas: readonly AnySchema[]): AnySchema[] {
  const ofIndexes = new Set(schemas.flatMap(({ indexes = [] }) => indexes.map(({ entry }) => entry.name)));
  return schemas.filter(({ name }) => !ofIndexes.has(name));
}

/** Returns the classes of entities by their names, as generated code exports them. */
export function entityClasses(schemas: readonly AnySchema[]): Record<string, { readonly $schema: AnySchema }> {
  return Object.fromEntries(withoutIndexRows(schemas).map((schema) => [schema.name, { $schema: schema }]));
}

type Exports = Record<string, { readonly $schema: AnySchema } | undefined>;

/** Runs generated files as modules, each file only once. A module imports the runtime, and the modules of its entity's indexes. */
class GeneratedModules {
  readonly #compiler: Compiler;
  /** Texts of the generated files, keyed by file name without extension. */
  readonly #texts: ReadonlyMap<string, string>;
  /** Name of the file of each class, keyed by class name. */
  readonly #classes: ReadonlyMap<string, string>;
  readonly #loaded = new Map<string, Exports>();

  constructor(files: readonly GeneratedFile[], compiler: Compiler) {
    this.#compiler = compiler;
    this.#texts = new Map(files.map(({ path, text }) => [fileName(path), text]));
    this.#classes = new Map(
      [...this.#texts].flatMap(([file, text]) =>
        [...text.matchAll(/^(?:export )?class (\S+)/gm)].map(([, name = ""]) => [name, file] as const),
      ),
    );
  }

  classNames(): string[] {
    return [...this.#classes.keys()];
  }

  schemaOf(name: string): AnySchema | undefined {
    const file = this.#classes.get(name);
    return file === undefined ? undefined : this.#load(file)[name]?.$schema;
  }

  #load(file: string): Exports {
    const loaded = this.#loaded.get(file);
    if (loaded !== undefined) return loaded;
    const exported: Exports = {};
    this.#loaded.set(file, exported);
    const requireModule = (path: string) => (path.startsWith(".") ? this.#load(fileName(path)) : runtime);
    const code = this.#compiler.compileJavaScript(this.#texts.get(file) ?? "");
    compileFunction(code, ["exports", "require"])(exported, requireModule);
    return exported;
  }
}

/**
 * Returns the name of a file without its folder and extension: `order.gen` for the path `src/tables.gen/order.gen.ts` and for the import
 * `./order.gen.js`.
 */
function fileName(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.[jt]s$/, "");
}
