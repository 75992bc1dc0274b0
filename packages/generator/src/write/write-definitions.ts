import { createRequire } from "node:module";
import { posix } from "node:path";
import type { CodeBlockWriter, ImportDeclarationStructure, OptionalKind } from "ts-morph";
import type { ImportExtension } from "../emit/generated-file.js";
import { importPath } from "../emit/import-code.js";
import { docComment, stringLiteral } from "../emit/source-text.js";
import type { TypeImport } from "../read/entity/entity-draft.js";
import type { EntitySource, PropertySource } from "./entity-source.js";
import { indexOptions, keyText } from "./key-text.js";
import { memberAccess, memberName, propertyText } from "./property-text.js";

/** Options for writing a definition file. */
export interface WriteOptions {
  /** Path of the definition file, relative to the project's root, with `/`. Imports of the types of JSON properties start from it. */
  readonly file: string;
  /** Extension of imports; `.js` by default. */
  readonly importExtension?: ImportExtension;
}

/**
 * Writes entities as the text of a definition file. This is the inverse of reading: if the text is read, the models are equivalent. Mixins,
 * constants and imported keys were evaluated before, so the text contains their values.
 */
export function writeDefinitions(entities: readonly EntitySource[], { file, importExtension }: WriteOptions): string {
  // `require` loads ts-morph in half the time of `import`, and it is already loaded if definitions were read.
  const { Project, IndentationText } = createRequire(import.meta.url)("ts-morph") as typeof import("ts-morph");
  const manipulationSettings = { indentationText: IndentationText.TwoSpaces };
  const project = new Project({ useInMemoryFileSystem: true, manipulationSettings });
  const source = project.createSourceFile("definitions.ts");
  const names = new LanguageNames(entities);
  source.addImportDeclarations([
    names.importDeclaration,
    ...typeImports(entities, { outDir: posix.dirname(file), importExtension: importExtension ?? ".js" }),
  ]);
  for (const entity of entities) {
    source.addStatements((writer) => writeEntity(writer, entity, sharesTable(entity, entities), names));
  }
  return source.getFullText();
}

/** Names under which the definition file imports `edm` and `entity`. They are others if an entity or a type is called `edm` or `entity`. */
class LanguageNames {
  readonly edm: string;
  readonly entity: string;

  constructor(entities: readonly EntitySource[]) {
    const locals = entities.flatMap(({ properties }) => properties.flatMap(({ json }) => json?.imports ?? []));
    const taken = new Set([...entities.map(({ name }) => name), ...locals.map(({ local }) => local)]);
    const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
    this.edm = free("edm");
    this.entity = free("entity");
  }

  get importDeclaration(): OptionalKind<ImportDeclarationStructure> {
    const specifier = (name: string, local: string) => (name === local ? { name } : { name, alias: local });
    const namedImports = [specifier("edm", this.edm), specifier("entity", this.entity)];
    return { namedImports, moduleSpecifier: "tablewright" };
  }
}

function typeImports(
  entities: readonly EntitySource[],
  paths: { readonly outDir: string; readonly importExtension: ImportExtension },
): OptionalKind<ImportDeclarationStructure>[] {
  const types = entities.flatMap(({ properties }) => properties.flatMap(({ json }) => json?.imports ?? []));
  const byLocalName = new Map(types.map((type) => [type.local, type]));
  return [...byLocalName.values()].map((type) => ({
    isTypeOnly: true,
    ...importedNames(type),
    moduleSpecifier: "file" in type.from ? importPath(type.from.file, paths) : type.from.module,
  }));
}

function importedNames({ imported, local }: TypeImport) {
  if (imported === "default") return { defaultImport: local };
  if (imported === "*") return { namespaceImport: local };
  return { namedImports: [imported === local ? { name: local } : { name: imported, alias: local }] };
}

/** Returns whether another entity has the same table. Ignores the case of table names, as the service does. */
function sharesTable(entity: EntitySource, entities: readonly EntitySource[]): boolean {
  const table = entity.table.toLowerCase();
  return entities.some((other) => other !== entity && other.table.toLowerCase() === table);
}

function writeEntity(writer: CodeBlockWriter, entity: EntitySource, isShared: boolean, names: LanguageNames): void {
  writer.newLine();
  for (const line of [...(entity.notes ?? []).map(lineComment), ...formatComment(entity.doc)]) writer.writeLine(line);
  writer.write(`export const ${entity.name} = ${names.entity}(`).inlineBlock(() => {
    for (const option of entityOptions(entity, isShared)) writer.writeLine(`${option},`);
    writer.write("properties: ").inlineBlock(() => {
      for (const property of entity.properties) writeProperty(writer, property, names.edm);
      for (const line of entity.undeclared ?? []) writer.writeLine(lineComment(line));
    });
    writer.write(",").newLine();
    writer.writeLine(`partitionKey: ${keyText(entity.partitionKey)},`);
    writer.writeLine(`rowKey: ${keyText(entity.rowKey)},`);
    if (entity.ttl !== undefined) writer.writeLine(`ttl: (k) => ${memberAccess("k", entity.ttl)},`);
    writeIndexes(writer, entity);
  });
  writer.write(");");
}

function writeIndexes(writer: CodeBlockWriter, entity: EntitySource): void {
  const { indexes = [] } = entity;
  if (indexes.length === 0) return;
  writer.write("indexes: ").inlineBlock(() => {
    for (const index of indexes) {
      for (const line of formatComment(index.doc)) writer.writeLine(line);
      writer.writeLine(`${memberName(index.name)}: { ${indexOptions(entity, index).join(", ")} },`);
    }
  });
  writer.write(",").newLine();
}

/**
 * Returns the source texts of the entity's options that a definition has before `properties`.
 * @param isShared true if other entities share the table: an entity that stores no kind then needs `kindProperty: false`
 */
function entityOptions(entity: EntitySource, isShared: boolean): string[] {
  const { table, kind, kindProperty, separator, unknownProperties } = entity;
  const options = [`table: ${stringLiteral(table)}`];
  if (kind !== undefined) options.push(`kind: ${stringLiteral(kind)}`);
  if (kindProperty === false ? kind !== undefined || isShared : kindProperty !== "kind")
    options.push(`kindProperty: ${JSON.stringify(kindProperty)}`);
  if (typeof separator !== "string") {
    const { partitionKey, rowKey } = separator;
    options.push(`separator: { partitionKey: ${stringLiteral(partitionKey)}, rowKey: ${stringLiteral(rowKey)} }`);
  } else if (separator !== "!") options.push(`separator: ${stringLiteral(separator)}`);
  if (unknownProperties === "keep") options.push('unknownProperties: "keep"');
  return options;
}

function writeProperty(writer: CodeBlockWriter, property: PropertySource, edm: string): void {
  const { name, doc, notes = [] } = property;
  for (const line of formatComment(doc)) writer.writeLine(line);
  const note = notes.length === 0 ? "" : ` ${lineComment(notes.join("; "))}`;
  writer.writeLine(`${memberName(name)}: ${propertyText(property, edm)},${note}`);
}

function formatComment(doc: string | undefined): string[] {
  return docComment(doc)?.split("\n") ?? [];
}

function lineComment(text: string): string {
  return `// ${text.replace(/[\r\n\u2028\u2029]+/g, " ")}`;
}
