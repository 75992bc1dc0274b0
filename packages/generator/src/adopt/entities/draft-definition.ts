import type { EdmName } from "../report.js";
import type { ShapeProperty } from "../trace/shape.js";
import { type Hole, type Template, templateText } from "../trace/template.js";
import type { EntityGroup } from "./group-entities.js";
import { defaultSeparator, type KeyParts, splitKeys } from "./key-parts.js";

/** What tells rows of an entity from others of its table. */
export type DraftKind = { readonly property: string; readonly value: string } | "row key" | undefined;

interface Line {
  readonly code: string;
  readonly notes: readonly string[];
  /** The value, of a property that is in the key alone. */
  readonly identity?: string;
}

const builders: Readonly<Record<EdmName, string>> = {
  String: "string",
  Boolean: "boolean",
  Int32: "int32",
  Int64: "int64",
  Double: "double",
  DateTime: "dateTime",
  Guid: "guid",
  Binary: "binary",
};

/** The text of a definition of these rows. What is not sure stands beside it as a comment. */
export function draftDefinition(table: string, name: string, group: EntityGroup, kind: DraftKind): string {
  const { separator, ...keys } = splitKeys(group.partitionKey, group.rowKey);
  const lines = new Map<string, Line>();
  for (const [stored, property] of group.properties) {
    if (typeof kind === "object" && kind.property === stored) continue;
    const line = propertyLine(stored, property);
    lines.set(nameOf(stored), line);
  }
  const partition = keyCode("partitionKey", group.partitionKey, keys.partitionKey, group, lines);
  const row = keyCode("rowKey", group.rowKey, keys.rowKey, group, lines);
  const options = [
    `table: ${JSON.stringify(table)},`,
    ...(typeof kind === "object"
      ? [`kind: ${JSON.stringify(kind.value)},`, `kindProperty: ${JSON.stringify(kind.property)},`]
      : []),
    ...(kind === "row key" ? ["kindProperty: false,"] : []),
    ...(separator === defaultSeparator ? [] : [`separator: ${JSON.stringify(separator)},`]),
  ];
  const gaps = group.gaps.map((gap) => `    // uncertain: there may be more properties: ${gap}\n`);
  return `export const ${name} = entity({
${options.map((option) => `  ${option}\n`).join("")}  properties: {
${[...lines].map(([property, line]) => `    ${property}: ${line.code},${comment(line.notes)}\n`).join("")}${gaps.join("")}  },
  partitionKey: ${partition.code},${comment(partition.notes)}
  rowKey: ${row.code},${comment(row.notes)}
});
`;
}

function propertyLine(stored: string, { type, certainty, optional, notes }: ShapeProperty): Line {
  const name = nameOf(stored) === stored ? "" : `{ name: ${JSON.stringify(stored)} }`;
  const suffix = optional ? ".optional()" : "";
  const code = `edm.${type === undefined ? "string" : builders[type]}(${name})${suffix}`;
  const doubt = certainty === "proved" ? notes : ["uncertain", ...notes];
  const reason = type === undefined ? "its type is not known" : "only its TypeScript type says so";
  const text = (doubt.length === 1 && certainty !== "proved" ? [...doubt, reason] : doubt).join(": ");
  return { code, notes: text === "" ? [] : [text] };
}

/** The function of a key, and the properties that only it needs. */
function keyCode(
  key: "partitionKey" | "rowKey",
  template: Template | undefined,
  parts: KeyParts | undefined,
  group: EntityGroup,
  lines: Map<string, Line>,
): Line {
  if (template === undefined || parts === undefined) {
    lines.set(key, { code: "edm.string({ keyOnly: true })", notes: [] });
    const note =
      template === undefined
        ? "uncertain: no call shows its form"
        : `uncertain: ${templateText(template)} has no separator between its parts`;
    return { code: `(k) => [k.${key}.raw]`, notes: [note] };
  }
  const notes: string[] = [];
  const codes = parts.map((part) =>
    typeof part === "string" ? JSON.stringify(part) : partCode(part, group, lines, notes),
  );
  const parameter = parts.some((part) => typeof part === "object") ? "(k)" : "()";
  return { code: `${parameter} => [${codes.join(", ")}]`, notes };
}

const stretches: Partial<Record<Hole["form"], string>> = { day: "day", month: "month", year: "year" };

function partCode(hole: Hole, group: EntityGroup, lines: Map<string, Line>, notes: string[]): string {
  const [stored, property] = storedPropertyOf(hole, group);
  const name = nameOf(stored ?? hole.name ?? (hole.form === "text" ? "id" : "part"));
  if (property !== undefined && property.identity !== hole.identity)
    notes.push(`uncertain: ${name} in the key is taken for the property of that name`);
  const require = () => {
    const line = lines.get(name);
    if (line !== undefined) lines.set(name, { ...line, code: line.code.replace(/\.optional\(\)$/, "") });
  };
  if (hole.form === "padded" && property?.type === "Double" && property.certainty === "likely") {
    lines.set(name, { code: "edm.int32()", notes: ["uncertain: a whole number, since the key pads it"] });
    return `k.${name}.pad(${hole.width})`;
  }
  const isInteger = property?.type === "Int32" || property?.type === "Int64";
  if (hole.form === "padded" && (property === undefined || isInteger)) {
    if (property === undefined)
      lines.set(name, { code: "edm.int32({ keyOnly: true })", notes: ["uncertain: a number in the key alone"] });
    require();
    return `k.${name}.pad(${hole.width})`;
  }
  const stretch = stretches[hole.form];
  if (stretch !== undefined && property?.type === "DateTime") {
    require();
    return `k.${name}.${stretch}`;
  }
  if (property?.type === "String" && (hole.form === "text" || hole.form === "lower")) {
    require();
    return `k.${name}.${hole.form === "lower" ? "lower" : "raw"}`;
  }
  // As text, in a property that is in the key alone.
  const free = freeName(property === undefined ? name : `${name}Key`, lines, hole);
  lines.set(free, { code: "edm.string({ keyOnly: true })", notes: [], identity: hole.identity });
  if (hole.form !== "text") notes.push(formNotes[hole.form] ?? `${free} is put together in a way that is kept as text`);
  return `k.${free}.raw`;
}

const formNotes: Partial<Record<Hole["form"], string>> = {
  number: "a number without zeros before it: as text, 10 comes before 9",
  padded: "a padded number that is stored as another type: kept as text",
  iso: "an ISO date: kept as text",
  lower: "lower case of a value that is not stored: kept as text",
  day: "a day whose date is not stored: kept as text",
  month: "a month whose date is not stored: kept as text",
  year: "a year whose date is not stored: kept as text",
};

/** The stored property of the same value, else the one of the same name. */
function storedPropertyOf(
  hole: Hole,
  { properties }: EntityGroup,
): readonly [string, ShapeProperty] | readonly [undefined, undefined] {
  const all = [...properties];
  const same = all.find(([, property]) => property.identity !== undefined && property.identity === hole.identity);
  return same ?? all.find(([name]) => name === hole.name) ?? [undefined, undefined];
}

/** The name, or a longer one where it is that of another value. */
function freeName(name: string, lines: ReadonlyMap<string, Line>, hole: Hole): string {
  const taken = lines.get(name);
  return taken === undefined || taken.identity === hole.identity ? name : freeName(`${name}Key`, lines, hole);
}

/** A name for TypeScript and the service: names that an entity or a promise needs get another, and are stored as they are. */
function nameOf(stored: string): string {
  const name = stored.replace(/[^\p{L}\p{N}_]/gu, "_");
  return /^(constructor|toJSON|then|__proto__|\d.*)$/.test(name) ? `${name}Value` : name;
}

function comment(notes: readonly string[]): string {
  return notes.length === 0 ? "" : ` // ${notes.join("; ").replaceAll(/\s+/g, " ")}`;
}
