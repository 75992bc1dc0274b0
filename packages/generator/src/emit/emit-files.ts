import type { EntityModel } from "../model/entity-model.js";
import { emitBrands } from "./emit-brands.js";
import { emitEntity } from "./emit-entity.js";
import { emitIndex } from "./emit-index.js";
import type { EmitOptions } from "./emit-options.js";
import type { GeneratedFile } from "./generated-file.js";

/** All files of the output folder: one per entity, brands if there are any, and the index. Ordered by path. */
export function emitFiles(entities: readonly EntityModel[], options: EmitOptions): GeneratedFile[] {
  const files = [...entities.map((entity) => emitEntity(entity, options)), ...emitBrands(entities, options)];
  return [...files, emitIndex(files, options)].sort((a, b) => (a.path < b.path ? -1 : 1));
}
