import { expect } from "vitest";
import { adoptFiles } from "./adopt-files.js";

/** Returns the only draft of a program in one file that starts with an import of `@azure/data-tables`, and the report. */
export function draftFrom(code: string) {
  const report = adoptFiles({
    "a.ts": `import { RestError, TableClient, type TableEntity } from "@azure/data-tables";\n${code}`,
  });
  const [draft] = report.drafts;
  expect(report.drafts).toHaveLength(1);
  return { text: draft?.text ?? "", problems: draft?.problems ?? [], report };
}

/** Returns the declarations of the properties of a draft, without comments. */
export function propertiesOf(text: string): readonly string[] {
  return [...text.matchAll(/^ {4}(\w+: edm\..*?),(?: \/\/.*)?$/gm)].map(([, property = ""]) => property);
}
