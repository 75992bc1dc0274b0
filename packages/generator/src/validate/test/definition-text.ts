import { type ReadOptions, type ReadResult, readModels } from "../../generate.js";
import { createSourceHost } from "../../read/project/source-host.js";

/** Parts of a definition that a test replaces, each as source text. */
export interface DefinitionText {
  readonly name?: string;
  readonly table?: string;
  /** Further options of the entity, each followed by a comma: `kind: "order",`. */
  readonly options?: string;
  readonly properties?: string;
  readonly partitionKey?: string;
  readonly rowKey?: string;
}

/** Returns the source of one entity with the property `id` (a guid) and the given ones. */
export function definition({ name = "Order", table = '"Shop"', ...text }: DefinitionText): string {
  const { options = "", properties = "", partitionKey = '["p", k.id]', rowKey = '["r"]' } = text;
  return `export const ${name} = entity({ table: ${table}, ${options}
    properties: { id: edm.guid(), ${properties} },
    partitionKey: (k) => ${partitionKey},
    rowKey: (k) => ${rowKey},
  });\n`;
}

/** Reads a definition file with these entities. */
export function check(entities: readonly DefinitionText[], service?: ReadOptions["service"]): ReadResult {
  const text = `import { edm, entity } from "tablewright";\n${entities.map(definition).join("")}`;
  const host = createSourceHost({ "tables/shop.table.ts": text });
  return readModels({ host, files: ["tables/shop.table.ts"], ...(service && { service }) });
}

/** Returns the codes of all findings about these entities, in order. */
export function codesOf(...entities: readonly DefinitionText[]): string[] {
  return check(entities).diagnostics.map(({ code }) => code);
}

/** Returns the codes of findings for the service `cosmos`. */
export function cosmosCodesOf(...entities: readonly DefinitionText[]): string[] {
  return check(entities, "cosmos").diagnostics.map(({ code }) => code);
}
