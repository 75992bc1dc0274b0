import { createSourceHost, readModels, writeDefinitions } from "@tablewright/generator";
import { collectUses, type TracedCall } from "./calls/collect-uses.js";
import { findErrorChecks } from "./calls/error-checks.js";
import { type DifferenceCode, findDifferences, findReplacement } from "./calls/find-replacement.js";
import { draftEntity } from "./entities/draft-entity.js";
import { type EntityGroup, groupEntities } from "./entities/group-entities.js";
import type { KeyEvidence } from "./entities/key-choice.js";
import { findKinds, nameEntities } from "./entities/name-entities.js";
import { findImport } from "./program/find-import.js";
import { isTestFile } from "./program/is-test-file.js";
import { type OpenProgram, openProgram } from "./program/open-program.js";
import type { ProgramSources } from "./program/program-sources.js";
import { type ts, typescript } from "./program/typescript.js";
import type { AdoptReport, CallFinding, DefinitionDraft, EntityFinding, KeyPartCounts, Uncertainty } from "./report.js";
import { templateText } from "./trace/hole.js";
import { Tracer } from "./trace/tracer.js";

interface NamedGroup extends EntityGroup {
  readonly table: string;
  readonly name: string;
}

/**
 * Reads a program that uses `@azure/data-tables`. Reports its tables, the shapes of their keys, the types of the values that it stores, and
 * the replacement of each call. Never runs the code, and writes nothing.
 */
export function adopt(sources: ProgramSources): AdoptReport {
  const leftOut = sources.tests ? [] : sources.files.filter(isTestFile);
  const program = openProgram({ ...sources, files: sources.files.filter((file) => !leftOut.includes(file)) });
  const tracer = new Tracer(program);
  const { calls, tables, placeholders, uncertain } = collectUses(program, tracer, sources.host);
  const doubts: Uncertainty[] = [...uncertain, ...findFormerClients(program)];
  const taken = new Set<string>();
  const names = [...new Set([...tables.keys(), ...calls.flatMap((call) => call.tables)])].sort();
  const found = names.map((table) => {
    const { groups, rest } = groupEntities(tables.get(table) ?? []);
    for (const { node } of rest) {
      const message = `cannot determine which rows of ${table} this call uses`;
      doubts.push({ location: program.locationOf(node), message });
    }
    for (const { gaps, nodes } of groups) {
      const [node] = nodes;
      for (const gap of node === undefined ? [] : gaps)
        doubts.push({ location: program.locationOf(node as ts.Node), message: gap });
    }
    const entityNames = nameEntities(table, groups, taken);
    const named = groups.map((group, index): NamedGroup => ({ ...group, table, name: entityNames[index] ?? table }));
    return { table, groups: named, ...buildDraft(program, table, named, calls, placeholders.has(table)) };
  });
  const groups = found.flatMap((table) => table.groups);
  const findings = [
    ...calls.map((call) => callFinding(program, call, groups)),
    ...errorFindings(program, tracer, calls),
  ].sort(byPlace);
  return {
    tables: found.map(({ table, groups: entities }) => ({
      name: table,
      isNameKnown: !placeholders.has(table),
      entities: entities.map((group) => entityFinding(program, group)),
    })),
    drafts: found.flatMap(({ draft }) => draft ?? []),
    calls: findings,
    differences: findDifferences(
      new Set([...findings.flatMap((call) => call.differences), ...differencesOfTypes(groups)]),
    ),
    uncertain: unique(doubts).sort(byPlace),
    leftOut: [...new Set(leftOut)].sort(),
    keyParts: countParts(found.flatMap(({ evidence }) => evidence)),
  };
}

function countParts(evidence: readonly KeyEvidence[]): KeyPartCounts {
  const count = (wanted: KeyEvidence) => evidence.filter((one) => one === wanted).length;
  return { proven: count("proven"), single: count("single"), open: count("open") };
}

function buildDraft(
  program: OpenProgram,
  table: string,
  groups: readonly NamedGroup[],
  calls: readonly TracedCall[],
  isPlaceholder: boolean,
): { readonly draft?: DefinitionDraft; readonly evidence: readonly KeyEvidence[] } {
  if (!groups.some(({ partitionKey, properties }) => partitionKey !== undefined || properties.size > 0))
    return { evidence: [] };
  const kinds = findKinds(groups);
  const placeOf = (node: ts.Node) => {
    const { file, line } = program.locationOf(node);
    return `${file}:${line}`;
  };
  const drafts = groups.map((group, index) => {
    const { entity, evidence } = draftEntity(table, group.name, group, kinds[index], placeOf);
    const ofCalls = calls.flatMap(({ node, tableDoubts }) => (group.calls.has(node) ? tableDoubts : []));
    const placeholder = `${table} is a placeholder for the table's name, which the program's text does not show`;
    const doubts = new Set(isPlaceholder ? [placeholder, ...ofCalls.filter(isAboutClient)] : ofCalls);
    return { entity: { ...entity, notes: [...[...doubts].map(asNote), ...(entity.notes ?? [])] }, evidence };
  });
  const path = `tables/${table.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase()}.table.ts`;
  const text = writeDefinitions(
    drafts.map(({ entity }) => entity),
    { file: path },
  );
  const { diagnostics } = readModels({ host: createSourceHost({ [path]: text }), files: [path] });
  const problems = diagnostics.filter(({ severity }) => severity === "error");
  return { draft: { path, text, problems }, evidence: drafts.flatMap(({ evidence }) => evidence) };
}

function isAboutClient(doubt: string): boolean {
  return doubt.includes("may be of @azure/data-tables");
}

function asNote(doubt: string): string {
  return `uncertain: ${doubt}`;
}

function entityFinding(
  program: OpenProgram,
  { name, partitionKey, rowKey, properties, nodes }: NamedGroup,
): EntityFinding {
  return {
    name,
    partitionKey: partitionKey && templateText(partitionKey),
    rowKey: rowKey && templateText(rowKey),
    properties: [...properties].map(([property, { type, certainty, optional, notes }]) => ({
      name: property,
      type,
      certainty,
      required: !optional,
      notes,
    })),
    locations: nodes.map((node) => program.locationOf(node)),
  };
}

function callFinding(program: OpenProgram, call: TracedCall, groups: readonly NamedGroup[]): CallFinding {
  const { node, method, mode, hasPartition, tables } = call;
  const isOfTable = method === "createTable";
  const entities = groups.filter((group) => (isOfTable ? tables.includes(group.table) : group.calls.has(node)));
  const entity = entities.map(({ name }) => name).join(isOfTable ? ", " : " or ") || "…";
  const hasPages = /\.byPage$/.test(node.parent.getText());
  const { text, differences } = findReplacement({ method, entity, mode, hasPartition, hasPages });
  const table = tables.length === 0 ? undefined : tables.join(" or ");
  return { location: program.locationOf(node), call: method, table, becomes: text, differences };
}

function errorFindings(program: OpenProgram, tracer: Tracer, calls: readonly TracedCall[]): readonly CallFinding[] {
  const clientFiles = new Set(calls.map(({ node }) => node.getSourceFile()));
  return findErrorChecks(program, tracer, clientFiles).map(({ node, becomes: text }) => ({
    location: program.locationOf(node),
    call: testText(node),
    table: undefined,
    becomes: text,
    differences: ["errors"],
  }));
}

/** Returns the text of a test of an error, without the statements of a `case`. */
function testText(node: ts.Node): string {
  return typescript.isCaseClause(node) ? `case ${node.expression.getText()}` : node.getText();
}

function differencesOfTypes(groups: readonly EntityGroup[]): readonly DifferenceCode[] {
  const types = new Set(groups.flatMap(({ properties }) => [...properties.values()].map(({ type }) => type)));
  const codes = { Int64: "int64", Guid: "guid", Double: "double", Int32: "double", DateTime: "date" } as const;
  return Object.entries(codes).flatMap(([type, code]) => (types.has(type as keyof typeof codes) ? [code] : []));
}

/** Finds the imports of `azure-storage`, whose calls are not read. */
function findFormerClients(program: OpenProgram): readonly Uncertainty[] {
  const message =
    "azure-storage is not supported, and its calls are not read: `tablewright pull` drafts definitions from rows of its tables";
  return program.files.flatMap((file) => {
    const node = findImport(file, "azure-storage");
    return node === undefined ? [] : [{ location: program.locationOf(node), message }];
  });
}

function unique(doubts: readonly Uncertainty[]): Uncertainty[] {
  return [...new Map(doubts.map((doubt) => [JSON.stringify(doubt), doubt])).values()];
}

function byPlace(
  { location: a }: Pick<CallFinding, "location">,
  { location: b }: Pick<CallFinding, "location">,
): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column;
}
