import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";

/** What a generated class carries. @throws TableError for anything else, which types keep from happening */
export function schemaOf<S>(entity: { readonly $schema: S }): S {
  const schema = (entity as { readonly $schema?: S } | null | undefined)?.$schema;
  if (schema !== undefined) return schema;
  throw new TableError("value.wrong-type", `${show(entity)} is no generated class, such as Order of tables.gen.`);
}
