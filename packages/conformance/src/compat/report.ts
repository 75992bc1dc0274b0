import { readFileSync, writeFileSync } from "node:fs";

/** Row of the table: a subject, and the finding or the error. */
export interface Finding {
  readonly subject: string;
  readonly passed: boolean;
  readonly found: string;
}

const readme = new URL("../../README.md", import.meta.url);
const begin = "<!-- written by pnpm compat -->";
const end = "<!-- end of what pnpm compat writes -->";

/** Replaces the sections of the groups that ran. Does not change other sections. */
export function writeReport(groups: ReadonlyMap<string, readonly Finding[]>): void {
  const text = readFileSync(readme, "utf8");
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  const sections = new Map(
    text
      .slice(from, to)
      .split(/^(?=### )/m)
      .filter((section) => section.startsWith("### "))
      .map((section) => [/^### (.*)$/m.exec(section)?.[1] ?? "", section.trim()]),
  );
  for (const [name, findings] of groups) sections.set(name, `### ${name}\n\n${formatTable(findings)}`);
  writeFileSync(readme, `${text.slice(0, from)}\n\n${[...sections.values()].join("\n\n")}\n\n${text.slice(to)}`);
}

function formatTable(findings: readonly Finding[]): string {
  const rows = findings.map(({ subject, passed, found }) => {
    const line = found.split("\n")[0] ?? "";
    return `| ${subject} | ${passed ? "✓" : "✗"} ${line.replaceAll("|", "\\|").slice(0, 300)} |`;
  });
  return ["| what | result |", "|---|---|", ...rows].join("\n");
}
