import { createSourceHost, type GenerateResult, generate } from "@tablewright/generator";

const file = "tables/rule.table.ts";

/** Runs the generator on one definition: the members of the object that `entity` takes, as source text. */
function define(members: Readonly<Record<string, string>>, service: "storage" | "cosmos" = "storage"): GenerateResult {
  const all = {
    table: `"Shop"`,
    properties: "{ id: edm.string({ maxLength: 10 }) }",
    partitionKey: "(k) => [k.id]",
    rowKey: `() => ["row"]`,
    ...members,
  };
  const body = Object.entries(all).map(([name, text]) => `${name}: ${text},`);
  const text = `import { edm, entity } from "tablewright";\nexport const Row = entity({\n${body.join("\n")}\n});\n`;
  return generate({ host: createSourceHost({ [file]: text }), files: [file], outDir: "src", service });
}

/** Returns the codes of the diagnostics of one definition. */
export function findings(members: Readonly<Record<string, string>>, service?: "storage" | "cosmos"): string[] {
  return define(members, service).diagnostics.map(({ code }) => code);
}

/** Returns the properties of a definition that has `extra` besides its key. */
export function withProperties(extra: string): { readonly properties: string } {
  return { properties: `{ id: edm.string({ maxLength: 10 }), ${extra} }` };
}
