import type { Diagnostic } from "../../diagnostics/report.js";
import { Report } from "../../diagnostics/report.js";
import type { EntityDraft } from "../entity/entity-draft.js";
import { createSourceHost } from "../project/source-host.js";
import { readDrafts } from "../read-drafts.js";

/** Reads a.table.ts among files in memory. */
export function readFiles(
  files: Readonly<Record<string, string>>,
  tsconfig?: string,
  definitions: readonly string[] = ["a.table.ts"],
) {
  const report = new Report();
  const sources = { host: createSourceHost(files), files: definitions, ...(tsconfig && { tsconfig }) };
  const drafts: readonly EntityDraft[] = readDrafts(sources, report);
  return { drafts, diagnostics: report.sorted() };
}

/** Reads one file with the imports of the definition language. */
export function readText(text: string) {
  return readFiles({ "a.table.ts": `import { edm, entity } from "tablewright"; ${text}` });
}

/** Reads the properties of one entity, with `before` in front of it. */
export function readProperties(properties: string, before = "") {
  const { drafts, diagnostics } = readText(
    `${before}\nexport const Order = entity({ table: "Shop", properties: {${properties}}, partitionKey: () => ["p"], rowKey: () => ["r"] });`,
  );
  return { properties: drafts[0]?.properties.list ?? [], diagnostics };
}

/** Returns `line:column code` of each finding. */
export function placesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, location: { line, column } }) => `${line}:${column} ${code}`);
}
