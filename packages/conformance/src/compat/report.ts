import { readFileSync, writeFileSync } from "node:fs";

/** Row of the table: a subject, and the finding for each column, or the error. */
export interface Finding {
  readonly subject: string;
  readonly passed: boolean;
  readonly found: readonly string[];
}

/** Findings of a group that ran. */
export interface GroupFindings {
  readonly columns: readonly string[];
  readonly findings: readonly Finding[];
}

const readme = new URL("../../README.md", import.meta.url);
const begin = "<!-- written by pnpm compat -->";
const end = "<!-- end of what pnpm compat writes -->";

/** Replaces the sections of the groups that ran. Does not change other sections. */
export function writeReport(groups: ReadonlyMap<string, GroupFindings>): void {
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
  const today = new Date().toISOString().slice(0, 10);
  for (const [name, group] of groups) sections.set(name, `### ${name}\n\nRun on ${today}.\n\n${formatTable(group)}`);
  writeFileSync(readme, `${text.slice(0, from)}\n\n${[...sections.values()].join("\n\n")}\n\n${text.slice(to)}`);
}

function formatTable({ columns, findings }: GroupFindings): string {
  const rows = findings.map(({ subject, passed, found: [first = "", ...others] }) =>
    formatRow([subject, `${passed ? "✓" : "✗"} ${first}`, ...others]),
  );
  return [formatRow(["what", ...columns]), `|---${"|---".repeat(columns.length)}|`, ...rows].join("\n");
}

function formatRow(cells: readonly string[]): string {
  const texts = cells.map((cell) => (cell.split("\n")[0] ?? "").replaceAll("|", "\\|").slice(0, 300));
  return `| ${texts.join(" | ")} |`;
}
