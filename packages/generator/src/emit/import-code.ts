import type { EntityModel } from "../model/entity-model.js";
import { brandsFileName } from "../model/generated-names.js";
import type { TypeImport } from "../read/entity/entity-draft.js";
import type { EmitOptions, ImportExtension } from "./generated-file.js";
import { stringLiteral } from "./source-text.js";

/**
 * Emits the import statements of an entity's file: for the runtime, brands, types of JSON properties, and classes of index rows. The
 * runtime is imported as the namespace `$`, so that no entity's name clashes with a name that the runtime exports.
 */
export function importStatements(entity: EntityModel, options: EmitOptions): string[] {
  const statements = new Set(['import * as $ from "@tablewright/runtime/codegen/v1";']);
  const brands = new Set(entity.properties.flatMap(({ brand }) => brand ?? []));
  if (brands.size > 0) {
    const from = importPath(`${options.outDir}/${brandsFileName}`, options);
    statements.add(`import type { ${[...brands].sort().join(", ")} } from ${stringLiteral(from)};`);
  }
  const imports = entity.properties.flatMap(({ json }) => json?.imports ?? []);
  const values = new Set(imports.filter(({ isValue }) => isValue).map(({ local }) => local));
  const types = imports.map((type) => typeImport(type, options, values.has(type.local) ? "import" : "import type"));
  for (const statement of types.sort()) statements.add(statement);
  for (const { entry } of entity.indexes) {
    const from = importPath(`${options.outDir}/${entry.fileName}`, options);
    statements.add(`import { ${entry.name}, type ${entry.name}Types } from ${stringLiteral(from)};`);
  }
  return [...statements];
}

function typeImport({ imported, local, from }: TypeImport, options: EmitOptions, word: string): string {
  const specifier = stringLiteral("file" in from ? importPath(from.file, options) : from.module);
  if (imported === "default") return `${word} ${local} from ${specifier};`;
  if (imported === "*") return `${word} * as ${local} from ${specifier};`;
  return `${word} { ${imported === local ? local : `${imported} as ${local}`} } from ${specifier};`;
}

/** Returns the specifier by which a generated file imports a source file. Both are relative to the project's root. */
export function importPath(file: string, { outDir, importExtension }: EmitOptions): string {
  const from = segments(outDir);
  const to = segments(file);
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const up = from.slice(shared).map(() => "..");
  const path = [...(up.length > 0 ? up : ["."]), ...to.slice(shared)].join("/");
  return withExtension(path, importExtension);
}

/**
 * Returns the path of a source file with the extension that imports use. TypeScript names a module by the file that it compiles to, and
 * always needs the extension for `.mts` and `.cts`.
 */
function withExtension(path: string, extension: ImportExtension): string {
  if (extension === ".ts") return path;
  const [, stem = path, kind = ""] = /^(.+?)(?:\.d)?\.([mc]?)tsx?$/.exec(path) ?? [];
  if (kind !== "") return `${stem}.${kind}js`;
  return extension === "none" ? stem : stem + extension;
}

function segments(path: string): string[] {
  const list: string[] = [];
  for (const segment of path.replaceAll("\\", "/").split("/")) {
    if (segment === ".." && list.length > 0 && list.at(-1) !== "..") list.pop();
    else if (segment !== "." && segment !== "") list.push(segment);
  }
  return list;
}
