import { isTableError } from "@tablewright/runtime";
import type { Version } from "../../schedules/world/journal.js";
import type { Properties } from "../../schedules/world/parse-writes.js";
import type { CallResult } from "./run-client.js";
import type { TicketRun } from "./run-ticket-schedule.js";
import { formatCall, project, type TicketCall } from "./ticket-calls.js";

/** Observation that contradicts the documentation of indexes. */
export interface IndexFinding {
  readonly kind: string;
  readonly detail: string;
}

type Rows = ReadonlyMap<string, Properties>;

const partition = `project!${project}/`;
const ticketPrefix = `${partition}ticket!`;
const slugPrefix = `${partition}slug!`;

/** Finds contradictions in a run: in the contents of the service at any time, and in the results of clients. */
export function checkTickets(run: TicketRun): IndexFinding[] {
  return [...checkStates(run), ...run.results.flatMap((result) => checkResult(run, result))];
}

/** Checks the service's contents after each request that it applied, in the order in which it applied them. */
function* checkStates({ journal, initial }: TicketRun): Generator<IndexFinding> {
  const rows = new Map<string, Properties>();
  for (const { row, properties } of initial) if (properties !== undefined) rows.set(row, properties);
  const names = journal.rowsOf("");
  const versions = names.flatMap((name) => journal.versions(name)).filter(({ order }) => order >= 0);
  const found = new Set<string>();
  for (const [, applied] of groupByOrder(versions)) {
    for (const { row, properties } of applied) {
      if (properties === undefined) rows.delete(row);
      else rows.set(row, properties);
    }
    for (const finding of checkRows(rows)) {
      if (found.has(finding.kind)) continue;
      found.add(finding.kind);
      yield { ...finding, detail: `${finding.detail} after #${applied[0]?.exchange?.number}` };
    }
  }
}

export function groupByOrder(versions: readonly Version[]): [number, Version[]][] {
  const groups = new Map<number, Version[]>();
  for (const version of versions) {
    const group = groups.get(version.order);
    if (group === undefined) groups.set(version.order, [version]);
    else group.push(version);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

function* checkRows(rows: Rows): Generator<IndexFinding> {
  let tickets = 0;
  let slugs = 0;
  for (const [row, { id, state, slug }] of rows) {
    if (row.startsWith(slugPrefix)) slugs++;
    if (!row.startsWith(ticketPrefix)) continue;
    tickets++;
    if (!rows.has(`state!${state}/in!${project}!${id}`)) yield { kind: "missed", detail: `${id} in ${state}` };
    const owner = rows.get(`${slugPrefix}${slug}`)?.["id"];
    if (owner !== id) yield { kind: "not unique", detail: `${slug} of ${id} is that of ${owner}` };
  }
  if (slugs !== tickets) yield { kind: "stale in the partition", detail: `${slugs} rows for ${tickets} tickets` };
}

function checkResult(run: TicketRun, result: CallResult<TicketCall>): IndexFinding[] {
  const { call, settled } = result;
  if ("error" in settled) {
    if (isTableError(settled.error)) return [];
    return [{ kind: "no TableError", detail: `${formatCall(call)}: ${String(settled.error)}` }];
  }
  if (call.op === "query") return checkQuery(run, result, call.state, settled.value as readonly Properties[]);
  if (call.op === "get") return checkGet(run, result, call.slug, settled.value as Properties | undefined);
  return [];
}

function checkQuery(
  { journal }: TicketRun,
  { startedAt, endedAt }: CallResult<TicketCall>,
  state: string,
  found: readonly Properties[],
): IndexFinding[] {
  const seen = new Set(found.map(({ id }) => `${ticketPrefix}${id}`));
  return journal.rowsOf(ticketPrefix).flatMap((row) => {
    const versions = journal.current(row, startedAt, endedAt);
    const had = versions.some(({ properties }) => properties?.["state"] === state);
    const always =
      versions.length > 0 &&
      !journal.wasAbsent(row, startedAt, endedAt) &&
      versions.every(({ properties }) => properties?.["state"] === state);
    if (seen.has(row) && !had) return { kind: "false entity", detail: `${row} in ${state}` };
    return !seen.has(row) && always ? { kind: "missed by a query", detail: `${row} in ${state}` } : [];
  });
}

function checkGet(
  { journal }: TicketRun,
  { startedAt, endedAt }: CallResult<TicketCall>,
  slug: string,
  found: Properties | undefined,
): IndexFinding[] {
  return journal.rowsOf(ticketPrefix).flatMap((row) => {
    const versions = journal.current(row, startedAt, endedAt);
    const isFound = found !== undefined && row === `${ticketPrefix}${found["id"]}`;
    const had = versions.some(({ properties }) => properties?.["slug"] === slug);
    const always =
      versions.length > 0 &&
      !journal.wasAbsent(row, startedAt, endedAt) &&
      versions.every(({ properties }) => properties?.["slug"] === slug);
    if (isFound && !had) return { kind: "false entity", detail: `${row} by ${slug}` };
    return !isFound && always ? { kind: "missed by get", detail: `${row} by ${slug}` } : [];
  });
}
