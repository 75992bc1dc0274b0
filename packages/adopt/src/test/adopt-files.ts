import { createSourceHost } from "@tablewright/generator";
import { adopt } from "../adopt.js";
import type { AdoptReport, PropertyFinding } from "../report.js";

/** Returns the report of `adopt` on a program. */
export function adoptFiles(files: Readonly<Record<string, string>>, tsconfig?: string, tests = false): AdoptReport {
  const sources = Object.keys(files).filter((path) => !path.endsWith(".json"));
  return adopt({
    host: createSourceHost(files),
    files: sources,
    tests,
    ...(tsconfig === undefined ? {} : { tsconfig }),
  });
}

/** Returns the report on one file with a client of the table Orders. */
export function adoptCode(code: string): AdoptReport {
  const start = 'import { odata, TableClient, TableTransaction } from "@azure/data-tables";\n';
  return adoptFiles({ "a.ts": `${start}const client = new TableClient("https://x", "Orders");\n${code}` });
}

/** Returns `table PartitionKey RowKey` of each entity. */
export function keysIn({ tables }: AdoptReport): readonly string[] {
  return tables.flatMap(({ name, entities }) =>
    entities.map(({ partitionKey, rowKey }) => `${name} ${partitionKey} ${rowKey}`),
  );
}

/** Returns `name Type certainty` of each property of the first entity, with `?` for an optional one. */
export function propertiesIn({ tables }: AdoptReport): readonly string[] {
  const [entity] = tables.flatMap(({ entities }) => entities);
  return (entity?.properties ?? []).map(propertyText);
}

function propertyText({ name, type, certainty, required }: PropertyFinding): string {
  return `${name}${required ? "" : "?"} ${type} ${certainty}`;
}
