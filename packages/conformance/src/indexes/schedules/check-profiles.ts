import { isTableError } from "@tablewright/runtime";
import type { Properties } from "../../schedules/world/parse-writes.js";
import { groupByOrder, type IndexFinding } from "./check-tickets.js";
import type { ProfileCall } from "./profile-calls.js";
import type { CallResult } from "./run-client.js";
import type { ProfileRun } from "./run-profile-schedule.js";

/** Finds contradictions in a run: in the contents of the service at any time, and in the results of clients. */
export function checkProfiles(run: ProfileRun): IndexFinding[] {
  return [...checkStates(run), ...run.results.flatMap((result) => checkResult(run, result))];
}

function* checkStates({ journal, initial }: ProfileRun): Generator<IndexFinding> {
  const rows = new Map<string, Properties>();
  for (const { row, properties } of initial) if (properties !== undefined) rows.set(row, properties);
  const versions = journal
    .rowsOf("")
    .flatMap((name) => journal.versions(name))
    .filter(({ order }) => order >= 0);
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

function isProfile(row: string): boolean {
  return row.startsWith("team!") && row.includes("/profile!");
}

/**
 * Checks the index rows. Those in the partition of their profiles must match them exactly. Those in other partitions must include a row
 * for each profile, and may include others.
 */
function* checkRows(rows: ReadonlyMap<string, Properties>): Generator<IndexFinding> {
  const handles = new Set<unknown>();
  const expected = new Set<string>();
  for (const [row, { team, who, handle, mood, since, seat }] of rows) {
    if (!isProfile(row)) continue;
    const isOwn = (name: string) => rows.get(name)?.["team"] === team && rows.get(name)?.["who"] === who;
    if (handle !== undefined && handles.has(handle)) yield { kind: "not unique", detail: `${handle} of ${row}` };
    if (handle !== undefined) handles.add(handle);
    if (handle !== undefined && !isOwn(`handle!${handle}/profile`))
      yield { kind: "not reserved", detail: `${handle} of ${row}` };
    if (mood !== undefined && !isOwn(`mood!${mood}/${team}!${who}`))
      yield { kind: "missed", detail: `${mood} of ${row}` };
    if (seat !== undefined) expected.add(`team!${team}/seat!000${seat} ${who}`);
    if (mood !== undefined && since !== undefined) expected.add(`team!${team}/mood!${mood} ${who}`);
  }
  const local = [...rows].flatMap(([row, { who }]) => {
    const [start] = /^team![^/]*\/(?:seat![^!]*|mood![^!]*)/.exec(row) ?? [];
    return start === undefined ? [] : `${start} ${who}`;
  });
  if (local.length !== expected.size || local.some((row) => !expected.has(row)))
    yield { kind: "wrong in the partition", detail: `${local} for ${[...expected]}` };
}

function checkResult(run: ProfileRun, { call, settled, startedAt, endedAt }: CallResult<ProfileCall>): IndexFinding[] {
  if ("error" in settled) {
    return isTableError(settled.error)
      ? []
      : [{ kind: "no TableError", detail: `${call.op}: ${String(settled.error)}` }];
  }
  const found =
    call.op === "query" ? (settled.value as readonly Properties[]) : [settled.value as Properties | undefined];
  const [name, value] = call.op === "query" ? ["mood", call.mood] : call.op === "get" ? ["handle", call.handle] : [];
  if (name === undefined) return [];
  const seen = new Set(found.flatMap((row) => (row === undefined ? [] : `team!${row["team"]}/profile!${row["who"]}`)));
  return run.journal
    .rowsOf("team!")
    .filter(isProfile)
    .flatMap((row) => {
      const versions = run.journal.current(row, startedAt, endedAt);
      const had = versions.some(({ properties }) => properties?.[name] === value);
      const always =
        versions.length > 0 &&
        !run.journal.wasAbsent(row, startedAt, endedAt) &&
        versions.every(({ properties }) => properties?.[name] === value);
      if (seen.has(row) && !had) return { kind: "false entity", detail: `${row} by ${value}` };
      return !seen.has(row) && always ? { kind: `missed by a ${call.op}`, detail: `${row} by ${value}` } : [];
    });
}
