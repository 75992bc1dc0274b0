import type { EntityModel } from "../model/entity-model.js";
import { brandsFileName } from "../model/generated-names.js";
import type { TypeImport } from "../read/entity/entity-draft.js";
import type { EmitOptions } from "./emit-options.js";
import { importPath } from "./import-path.js";
import { stringLiteral } from "./string-literal.js";

/** The runtime under one name, so that no entity can clash with it; brands; and the types that JSON properties name. */
export function importStatements(entity: EntityModel, options: EmitOptions): string[] {
  const statements = new Set(['import * as $ from "@tablewright/runtime/codegen/v1";']);
  const brands = new Set(entity.properties.flatMap(({ brand }) => brand ?? []));
  if (brands.size > 0) {
    const from = importPath(`${options.outDir}/${brandsFileName}`, options);
    statements.add(`import type { ${[...brands].sort().join(", ")} } from ${stringLiteral(from)};`);
  }
  const types = entity.properties.flatMap(({ json }) => json?.imports ?? []).map((type) => typeImport(type, options));
  for (const statement of types.sort()) statements.add(statement);
  return [...statements];
}

function typeImport({ imported, local, from }: TypeImport, options: EmitOptions): string {
  const specifier = stringLiteral("file" in from ? importPath(from.file, options) : from.module);
  if (imported === "default") return `import type ${local} from ${specifier};`;
  if (imported === "*") return `import type * as ${local} from ${specifier};`;
  return `import type { ${imported === local ? local : `${imported} as ${local}`} } from ${specifier};`;
}
