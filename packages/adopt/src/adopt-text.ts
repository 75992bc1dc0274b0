import type { Location } from "@tablewright/generator";
import type { AdoptReport, EntityFinding } from "./report.js";

/** Formats an adoption report as Markdown for people to read. */
export function adoptText(report: AdoptReport): string {
  const { tables, drafts, calls, differences, uncertain, leftOut } = report;
  const sections = [
    section(
      "Tables",
      tables.flatMap(({ name, isNameKnown, entities }) => {
        const table = isNameKnown ? name : `${name} (a placeholder)`;
        return entities.length === 0 ? [`- ${table}`] : entities.map((entity) => entityLine(table, entity));
      }),
    ),
    ...drafts.map(({ path, text, problems }) =>
      [
        `## Draft of ${path}`,
        "",
        "```ts",
        text.trimEnd(),
        "```",
        ...problems.map(({ code, message, help }) => `\n✖ ${code}  ${message} ${help}`),
        "",
      ].join("\n"),
    ),
    section(
      "Calls to change",
      calls.map(({ location, call, table, becomes }) => {
        const of = table === undefined ? "" : ` of ${table}`;
        return `- [ ] ${place(location)} \`${call}\`${of} → ${becomes}`;
      }),
    ),
    section(
      "What differs",
      differences.map(({ text }) => `- ${text}`),
    ),
    section(
      "Uncertain",
      [...byMessage(uncertain)].map(([message, places]) => `- ${message}: ${places.join(", ")}`),
    ),
    section("Left out", leftOut.length === 0 ? [] : [`- tests, which --tests reads: ${leftOut.join(", ")}`]),
    drafts.length === 0 ? "" : keyPartsLine(report),
  ];
  return sections
    .filter((text) => text !== "")
    .join("\n")
    .trimEnd();
}

function keyPartsLine({ keyParts: { proven, single, open } }: AdoptReport): string {
  return `Parts of keys: ${proven} proven, ${single} chosen by one call alone, ${open} to choose.`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [`## ${title}`, "", ...lines, ""].join("\n");
}

function entityLine(table: string, { name, partitionKey, rowKey, properties }: EntityFinding): string {
  const key = (text: string | undefined) => (text === undefined ? "unknown" : `\`${text}\``);
  const unsure = properties.filter(({ certainty }) => certainty !== "proved").length;
  const sure = unsure === 0 ? "" : `, ${unsure} of them uncertain`;
  return `- ${table}: ${name}, PartitionKey ${key(partitionKey)}, RowKey ${key(rowKey)}, ${properties.length} ${properties.length === 1 ? "property" : "properties"}${sure}`;
}

/** Groups uncertain findings by message, with the locations of each, because many calls often have the same cause. */
function byMessage(uncertain: AdoptReport["uncertain"]): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { location, message } of uncertain) places.set(message, [...(places.get(message) ?? []), place(location)]);
  return places;
}

function place({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}
