import type { EntityModel } from "../model/entity-model.js";
import { classCode } from "./class-code.js";
import { schemaCode } from "./codec/schema-code.js";
import type { EmitOptions } from "./emit-options.js";
import type { GeneratedFile } from "./generated-file.js";
import { header } from "./header.js";
import { importStatements } from "./import-statements.js";
import { keyTypesCode } from "./types/key-types-code.js";
import { propertyTypesCode } from "./types/property-types-code.js";
import { typesBundleCode } from "./types/types-bundle-code.js";

/** The file of one entity: types, schema with straight-line codecs, and the class. */
export function emitEntity(entity: EntityModel, options: EmitOptions): GeneratedFile {
  const imports = importStatements(entity, options).map((statement) => `${statement}\n`);
  const text = [
    header(entity.file) + imports.join(""),
    ...keyTypesCode(entity),
    ...propertyTypesCode(entity),
    schemaCode(entity),
    classCode(entity),
    typesBundleCode(entity),
  ].join("\n");
  return { path: `${options.outDir}/${entity.fileName}`, text };
}
