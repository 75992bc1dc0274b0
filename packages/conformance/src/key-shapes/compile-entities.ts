import { compileFunction } from "node:vm";
import { compileJavaScript, createSourceHost, generate } from "@tablewright/generator";
import type { EntityClass, EntityTypes } from "@tablewright/runtime";
import * as runtime from "@tablewright/runtime/codegen/v1";

export type Values = Readonly<Record<string, unknown>>;

/** Generated class of a definition that is known only at run time. */
export interface AnyClass extends EntityClass<EntityTypes> {
  key(values: Values): runtime.EntityId;
  parseKey(id: runtime.EntityId): Values;
  partition(values: Values): runtime.Partition<string>;
}

export interface CompiledEntities {
  /** Classes in the order of the definitions; `undefined` if one has errors. */
  readonly classes: readonly AnyClass[] | undefined;
  /** Codes of the errors. */
  readonly codes: readonly string[];
}

/**
 * Generates and loads the classes of definitions in one file.
 * @param texts `export const Name = entity({ … });`
 * @param codegen the module that the generated files import: the runtime, or another copy of it
 */
export function compileEntities(texts: readonly string[], codegen: object = runtime): CompiledEntities {
  const text = `import { edm, entity } from "tablewright";\n${texts.join("\n")}`;
  const host = createSourceHost({ "tables/a.table.ts": text });
  const { files, diagnostics } = generate({ host, files: ["tables/a.table.ts"], outDir: "gen" });
  const codes = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  if (codes.length > 0) return { classes: undefined, codes };
  const modules = new Map(files.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text]));
  const loaded = new Map<string, Record<string, AnyClass>>();
  const load = (specifier: string): object => {
    if (!specifier.startsWith("./")) return codegen;
    const file = specifier.slice(2).replace(/\.js$/, ".ts");
    const found = loaded.get(file);
    if (found !== undefined) return found;
    const exported: Record<string, AnyClass> = {};
    loaded.set(file, exported);
    compileFunction(compileJavaScript(modules.get(file) ?? ""), ["exports", "require"])(exported, load);
    return exported;
  };
  const exported: Record<string, AnyClass> = {};
  for (const file of modules.keys()) if (file.endsWith(".gen.ts")) Object.assign(exported, load(`./${file}`));
  return { classes: texts.map((each) => exported[/const (\w+)/.exec(each)?.[1] ?? ""] as AnyClass), codes };
}
