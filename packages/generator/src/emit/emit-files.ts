import type { EntityModel } from "../model/entity-model.js";
import { brandsFileName } from "../model/generated-names.js";
import { classCode } from "./class-code.js";
import { chooseRepresentation } from "./codec/property-representation.js";
import { schemaCode } from "./codec/schema-code.js";
import type { EmitOptions, GeneratedFile } from "./generated-file.js";
import { header } from "./generated-file.js";
import { importPath, importStatements } from "./import-code.js";
import { indexTypesCode } from "./indexes/indexes-code.js";
import { jsonSchemasFile } from "./json-schemas-code.js";
import { stringLiteral } from "./source-text.js";
import { keyTypesCode } from "./types/key-types-code.js";
import { propertyTypesCode } from "./types/property-types-code.js";
import { typesBundleCode } from "./types/types-bundle-code.js";

/**
 * Emits all files of the output folder, ordered by path: one per entity and per index, one for brands if there are any, `index.ts`, which
 * exports all of these, and JSON Schemas if the options ask for them.
 */
export function emitFiles(entities: readonly EntityModel[], options: EmitOptions): GeneratedFile[] {
  const classes = entities.flatMap((entity) => [entity, ...entity.indexes.map(({ entry }) => entry)]);
  const files = [...classes.map((entity) => entityFile(entity, options)), ...brandsFile(entities, options)];
  const schemas = options.schemas === true ? [jsonSchemasFile(entities, options)] : [];
  return [...files, indexFile(files, options), ...schemas].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Emits the file of one entity: types, the schema with the functions that encode and decode, and the class. */
function entityFile(entity: EntityModel, options: EmitOptions): GeneratedFile {
  const imports = importStatements(entity, options).map((statement) => `${statement}\n`);
  const text = [
    header(options, entity.file) + imports.join(""),
    ...keyTypesCode(entity),
    ...propertyTypesCode(entity),
    schemaCode(entity),
    classCode(entity, options),
    typesBundleCode(entity),
    ...indexTypesCode(entity),
  ].join("\n");
  return { path: `${options.outDir}/${entity.fileName}`, text };
}

/** Emits one file with all brands, so that a brand that several entities use is one type. */
function brandsFile(entities: readonly EntityModel[], options: EmitOptions): GeneratedFile[] {
  const bases = new Map<string, string>();
  for (const property of entities.flatMap(({ properties }) => properties)) {
    if (property.brand !== undefined) bases.set(property.brand, chooseRepresentation(property).type);
  }
  if (bases.size === 0) return [];
  const declarations = [...bases].sort(([a], [b]) => (a < b ? -1 : 1)).map(([brand, base]) => declaration(brand, base));
  const text = `${header(options)}import type * as $ from "@tablewright/runtime/codegen/v1";\n\n${declarations.join("\n")}`;
  return [{ path: `${options.outDir}/${brandsFileName}`, text }];
}

function declaration(brand: string, base: string): string {
  return `/** Nominal: make one with \`as ${brand}\` where such values enter the program. */
export type ${brand} = ${base} & $.Brand<${stringLiteral(brand)}>;
`;
}

/** Emits `index.ts`, which exports everything that the files of entities and brands export. */
function indexFile(files: readonly GeneratedFile[], options: EmitOptions): GeneratedFile {
  const exports = files
    .map(({ path }) => `export * from "${importPath(path, options)}";\n`)
    .sort()
    .join("");
  return { path: `${options.outDir}/index.ts`, text: header(options) + (exports === "" ? "export {};\n" : exports) };
}
