import CodeBlockWriter from "code-block-writer";
import type { EntityModel } from "../model/entity-model.js";
import type { EmitOptions } from "./emit-options.js";
import type { GeneratedFile } from "./generated-file.js";
import { header } from "./header.js";
import { importStatements } from "./import-statements.js";
import { writeClass } from "./write-class.js";
import { writeKeyTypes } from "./write-key-types.js";
import { writePropertyTypes } from "./write-property-types.js";
import { writeSchema } from "./write-schema.js";
import { writeTypesBundle } from "./write-types-bundle.js";

/** The file of one entity: types, schema with straight-line codecs, and the class. */
export function emitEntity(entity: EntityModel, options: EmitOptions): GeneratedFile {
  const writer = new CodeBlockWriter({ indentNumberOfSpaces: 2, newLine: "\n" });
  for (const statement of importStatements(entity, options)) writer.writeLine(statement);
  writer.blankLine();
  writeKeyTypes(writer, entity);
  writePropertyTypes(writer, entity);
  writeSchema(writer, entity);
  writeClass(writer, entity);
  writeTypesBundle(writer, entity);
  return {
    path: `${options.outDir}/${entity.fileName}`,
    text: `${header(entity.location.file)}${writer.toString().trimEnd()}\n`,
  };
}
