import type { EntityModel } from "../model/entity-model.js";
import { brandsFileName } from "../model/generated-names.js";
import { formOf } from "./codec/property-form.js";
import type { EmitOptions } from "./emit-options.js";
import type { GeneratedFile } from "./generated-file.js";
import { header } from "./header.js";
import { stringLiteral } from "./string-literal.js";

/** One file declares all brands, so that a brand of several entities is one type. */
export function emitBrands(entities: readonly EntityModel[], { outDir }: EmitOptions): GeneratedFile[] {
  const bases = new Map<string, string>();
  for (const property of entities.flatMap(({ properties }) => properties)) {
    if (property.brand !== undefined) bases.set(property.brand, formOf(property).type);
  }
  if (bases.size === 0) return [];
  const declarations = [...bases].sort(([a], [b]) => (a < b ? -1 : 1)).map(([brand, base]) => declaration(brand, base));
  const text = `${header()}import type * as $ from "@tablewright/runtime/codegen/v1";\n\n${declarations.join("\n")}`;
  return [{ path: `${outDir}/${brandsFileName}`, text }];
}

function declaration(brand: string, base: string): string {
  return `/** Nominal: make one with \`as ${brand}\` where such values enter the program. */
export type ${brand} = ${base} & $.Brand<${stringLiteral(brand)}>;
`;
}
