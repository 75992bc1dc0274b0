import CodeBlockWriter from "code-block-writer";
import type { EntityModel } from "../model/entity-model.js";
import type { EmitOptions } from "./emit-options.js";
import type { GeneratedFile } from "./generated-file.js";
import { header } from "./header.js";
import { importStatements } from "./import-statements.js";
import { keyTypesCode } from "./key-types-code.js";
import { propertyTypesCode } from "./property-types-code.js";
import { typesBundleCode } from "./types-bundle-code.js";
import { writeClass } from "./write-class.js";
import { writeSchema } from "./write-schema.js";

/**
 * The file of one entity: types, schema with straight-line codecs, and the class. Types are most of it and have no blocks in
 * blocks: they are made as text, in a fraction of the time that the writer takes to follow each character.
 */
export function emitEntity(entity: EntityModel, options: EmitOptions): GeneratedFile {
  const writer = new CodeBlockWriter({ indentNumberOfSpaces: 2, newLine: "\n" });
  writeSchema(writer, entity);
  writeClass(writer, entity);
  const text = [
    header(entity.location.file),
    ...importStatements(entity, options).map((statement) => `${statement}\n`),
    "\n",
    keyTypesCode(entity),
    propertyTypesCode(entity),
    writer.toString(),
    typesBundleCode(entity),
  ].join("");
  return { path: `${options.outDir}/${entity.fileName}`, text: `${text.trimEnd()}\n` };
}
