import { isTableError } from "@tablewright/runtime";
import type { CallResult } from "../calls/call-spec.js";
import type { ScheduleRun } from "../run-schedule.js";
import { isHidden } from "../world/exchange.js";
import { isApplied } from "../world/journal.js";
import { type Properties, parseWrites } from "../world/parse-writes.js";
import { checkRead } from "./read-claims.js";
import { reasonForUnknown } from "./reason-for-unknown.js";
import { checkSweep } from "./sweep-claims.js";
import { isAppliedAfterProof, isETagOfSameRow, isGone, isSameAsOthers } from "./tolerance.js";
import { ownWrites, type Unit, unitsOf } from "./unit.js";

/** A claim of a client that the service's record does not bear out. */
export interface Finding {
  readonly kind: string;
  /** Of the call: `client.call`, and the item of a bulk. */
  readonly name: string;
  readonly detail: string;
  /** No client could have told: counted, and no failure. */
  readonly isTolerated: boolean;
}

/** Compares what each client was told with what the service did. */
export function checkRun(run: ScheduleRun): readonly Finding[] {
  const findings: Finding[] = [];
  const add = (kind: string, name: string, detail: string, isTolerated = false) =>
    findings.push({ kind, name, detail, isTolerated });
  for (const id of run.unsettled) add("a call never settled", id, "it waits for nothing that could come");
  for (const reason of run.unhandled) add("a rejection that nothing handles", "", String(reason));
  for (const result of run.results) {
    const name = `${result.client}.${result.call}`;
    if ("error" in result.settled && !isTableError(result.settled.error)) {
      add("an error of another type", name, String(result.settled.error));
    }
    for (const problem of [...checkBulk(result, run), ...checkRead(result, run.journal), ...checkSweep(result, run)]) {
      add(problem.kind, name, problem.detail);
    }
    for (const unit of unitsOf(result, run.exchanges)) checkUnit(unit, run, add);
  }
  const difference = differenceOf(run.journal.final(), run.stored);
  if (difference !== undefined) add("the final state is not the replay of the record", "", difference);
  return findings;
}

function checkUnit(unit: Unit, run: ScheduleRun, add: (...finding: FindingParts) => void): void {
  const { journal } = run;
  const { name, claim, code, requests } = unit;
  const applied = requests.filter(isApplied);
  const numbers = applied.map(({ number }) => `#${number}`).join(" ");
  switch (claim) {
    case "applied":
    case "gone": {
      const isExplained = (claim === "gone" || requests.some(isHidden)) && isGone(unit, journal);
      const isInTime = applied.some(({ deliveredAt }) => (deliveredAt ?? 0) <= unit.result.endedAt);
      if (!isInTime && !isExplained) {
        if (isSameAsOthers(unit, run)) add("confirmed: another client wrote the same", name, "", true);
        else add("confirmed, but never applied", name, "");
      }
      if (applied.length > 1 && !isRepeatable(unit)) {
        // The service refuses a second insert until somebody has deleted the row.
        const isInserts = unit.result.spec.op !== "modify" && hasInsert(unit);
        if (isInserts) add("inserted again after a deletion", name, numbers, true);
        else add("applied more than once", name, numbers);
      }
      if (isInTime) checkETags(unit, run, add);
      break;
    }
    case "absent":
      if (applied.length > 0) add("said to be absent, but was deleted by this call", name, numbers);
      break;
    case "not applied": {
      if (applied.length === 0) break;
      const isLater = applied.every(({ deliveredAt }) => (deliveredAt ?? 0) > unit.result.endedAt);
      if (isAppliedAfterProof(unit, run)) add("refused by an older row, then applied late", name, numbers, true);
      else add(isLater ? "refused, but applied later" : "refused, but applied", name, `${code} ${numbers}`);
      break;
    }
    case "unknown":
      if (!requests.some(isHidden)) add("unknown, although no attempt was hidden", name, String(code));
      else if (reasonForUnknown(unit, run) === undefined) add("unknown without need", name, String(code));
  }
}

type FindingParts = [kind: string, name: string, detail: string, isTolerated?: boolean];

/** Whether a client may repeat it: it says what the rows should be, whatever they are. */
function isRepeatable(unit: Unit): boolean {
  return ownWrites(unit).every(({ kind, ifMatch }) => kind !== "insert" && ifMatch === undefined);
}

function hasInsert(unit: Unit): boolean {
  return ownWrites(unit).some(({ kind }) => kind === "insert");
}

/** An ETag is that of the row as the call left it, or as others have since. */
function checkETags(unit: Unit, run: ScheduleRun, add: (...finding: FindingParts) => void): void {
  const { name, requests, isOwn, etags } = unit;
  const first = requests.filter(isApplied).sort((a, b) => (a.order ?? 0) - (b.order ?? 0))[0];
  if (first === undefined || etags.length === 0) return;
  for (const [index, write] of parseWrites(first.request).filter(isOwn).entries()) {
    if (write.kind === "delete") continue;
    const etag = etags[index];
    const detail = `${write.row}: ${etag}`;
    if (etag === undefined) {
      add("confirmed without an ETag", name, detail);
      continue;
    }
    const versions = run.journal.versions(write.row);
    if (versions.some((version) => version.etag === etag && version.order >= (first.order ?? 0))) continue;
    if (isETagOfSameRow(unit, run, write, etag)) add("the ETag of another client's same row", name, detail, true);
    else add("a wrong ETag", name, detail);
  }
}

function checkBulk(
  { client, call, spec, settled }: CallResult,
  { exchanges }: ScheduleRun,
): readonly { kind: string; detail: string }[] {
  if (spec.op !== "bulk") return [];
  if ("error" in settled) {
    const isBegun = exchanges.some((each) => each.client === client && each.call === call && !each.isRead);
    return isBegun ? [{ kind: "a bulk that rejects", detail: String(settled.error) }] : [];
  }
  const outcomes = settled.value as readonly { readonly index: number }[];
  const indexes = new Set(outcomes.map(({ index }) => index));
  if (outcomes.length === spec.writes.length && indexes.size === spec.writes.length) return [];
  return [{ kind: "not one outcome for each item", detail: `${outcomes.length} of ${spec.writes.length}` }];
}

function differenceOf(
  expected: ReadonlyMap<string, Properties>,
  found: ReadonlyMap<string, Properties>,
): string | undefined {
  for (const row of new Set([...expected.keys(), ...found.keys()])) {
    const [one, other] = [textOf(expected.get(row)), textOf(found.get(row))];
    if (one !== other) return `${row}: ${other} instead of ${one}`;
  }
  return undefined;
}

function textOf(properties: Properties | undefined): string {
  return JSON.stringify(properties, properties && Object.keys(properties).sort()) ?? "nothing";
}
