import { isTableError } from "@tablewright/runtime";
import type { CallResult } from "../calls/call-spec.js";
import type { ScheduleRun } from "../run-schedule.js";
import { type Exchange, isHidden, isLost } from "../world/exchange.js";
import { findApplied, isApplied, type Version } from "../world/journal.js";
import { type Properties, parseWrites, type RequestedWrite } from "../world/parse-writes.js";
import { isAsLeft } from "./evidence.js";
import { overlookedProof } from "./overlooked-proof.js";
import { checkRead } from "./read-claims.js";
import { checkSweep } from "./sweep-claims.js";
import {
  isAppliedByLateDuplicate,
  isETagOfSameRow,
  isGone,
  isInsertedLate,
  isOverheard,
  isRefusedAsDuplicate,
  isSameAsOthers,
  landsAgain,
  sameEarlier,
  tolerated,
} from "./tolerance.js";
import { buildUnits, isNoRows, ownWrites, type Unit } from "./unit.js";

/** Claim of a client that contradicts the service's record. */
export interface Finding {
  readonly kind: string;
  /** Name of the call, `client.call`, and the item of a bulk. */
  readonly name: string;
  readonly detail: string;
  /** True if no client could have known better. Such findings are counted, but do not fail a test. */
  readonly isTolerated: boolean;
}

/** Compares the results that clients received with the actions of the service. */
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
    for (const unit of buildUnits(result, run.exchanges)) checkUnit(unit, run, add);
  }
  const difference = findDifference(run.journal.final(), run.stored);
  if (difference !== undefined) add("the final state is not the replay of the record", "", difference);
  return findings;
}

function checkUnit(unit: Unit, run: ScheduleRun, add: Add): void {
  const { name, claim, code, requests } = unit;
  const numbers = requests.filter(isApplied).map(({ number }) => `#${number}`);
  const detail = `${code ?? ""} ${numbers.join(" ")}`.trim();
  switch (claim) {
    case "applied":
    case "gone":
      checkConfirmed(unit, run, add);
      break;
    case "absent":
    case "not applied": {
      if (numbers.length === 0) break;
      const excuse = excuseForRefusal(unit, run);
      const isLater = requests.flatMap(findApplied).every(({ at }) => at > unit.result.endedAt);
      const isAbsent = claim === "absent" && !isLater;
      if (excuse !== undefined) add(excuse, name, detail, true);
      else if (isAbsent) add("said to be absent, but was deleted by this call", name, detail);
      else add(isLater ? "refused, but applied later" : "refused, but applied", name, detail);
      break;
    }
    case "unknown":
      checkUnknown(unit, run, add);
  }
}

function checkUnknown(unit: Unit, run: ScheduleRun, add: Add): void {
  const { name, code, requests } = unit;
  const proof = requests.some(isLost) ? overlookedProof(unit, run) : undefined;
  if (!requests.some(isHidden)) add("unknown, although no attempt was hidden", name, String(code));
  else if (proof !== undefined) add(`unknown, although ${proof}`, name, String(code));
}

function excuseForRefusal(unit: Unit, run: ScheduleRun): string | undefined {
  if (isRefusedAsDuplicate(unit)) return tolerated.duplicate;
  if (isAppliedByLateDuplicate(unit)) return tolerated.lateDuplicate;
  return isInsertedLate(unit, run) ? tolerated.lateInsert : undefined;
}

function checkConfirmed(unit: Unit, run: ScheduleRun, add: Add): void {
  const { name, claim, requests, result } = unit;
  const applied = requests.flatMap(findApplied);
  const detail = requests
    .filter(isApplied)
    .map(({ number }) => `#${number}`)
    .join(" ");
  const isInTime = applied.some(({ at }) => at <= result.endedAt);
  const isExplained = (claim === "gone" || requests.some(isLost)) && isGone(unit, run.journal);
  if (!isInTime && !isExplained) {
    if (isSameAsOthers(unit, run)) add(tolerated.same, name, "", true);
    else add(falseConfirmations[sameEarlier(unit, run) ?? "none"], name, detail);
  }
  if (isRepeatable(unit)) {
    if (applied.length > 0 && landsAgain(unit, run)) add(tolerated.landsAgain, name, detail, true);
  } else if (applied.length > 1) {
    const excuse = excuseForRepetition(unit);
    add(excuse ?? "applied more than once", name, detail, excuse !== undefined);
  }
  if (isInTime) checkETags(unit, run, add);
}

const falseConfirmations = {
  own: "confirmed by what an earlier call wrote",
  others: "confirmed by what another client wrote at another time",
  none: "confirmed, but never applied",
};

/**
 * Returns the reason why a write can be applied more than once; undefined if there is none. The service accepts a second insert only after
 * somebody has deleted the row. A `modify` writes again if its write was applied but the client received the rejection of a duplicate.
 */
function excuseForRepetition(unit: Unit): string | undefined {
  const isFree = ownWrites(unit).every(({ ifMatch }) => ifMatch === undefined);
  if (unit.result.spec.op !== "modify") return isFree && hasInsert(unit) ? tolerated.insertedAgain : undefined;
  return unit.requests.filter(isApplied).slice(0, -1).every(isOverheard) ? tolerated.duplicate : undefined;
}

type Add = (...finding: FindingParts) => void;

type FindingParts = [kind: string, name: string, detail: string, isTolerated?: boolean];

/** Returns whether a client may repeat a write, because it sets the rows regardless of their contents. */
function isRepeatable(unit: Unit): boolean {
  return ownWrites(unit).every(({ kind, ifMatch }) => kind !== "insert" && ifMatch === undefined);
}

function hasInsert(unit: Unit): boolean {
  return ownWrites(unit).some(({ kind }) => kind === "insert");
}

/** Checks that each row had the returned ETag when the call wrote the row, or later, when others wrote the same values. */
function checkETags(unit: Unit, run: ScheduleRun, add: Add): void {
  const { name, requests, isOwn, etags } = unit;
  const orderOf = (exchange: Exchange) => Math.min(...findApplied(exchange).map(({ order }) => order));
  const first = requests.filter(isApplied).sort((a, b) => orderOf(a) - orderOf(b))[0];
  if (first === undefined || etags.length === 0) return;
  for (const [index, write] of parseWrites(first.request).filter(isOwn).entries()) {
    if (write.kind === "delete") continue;
    const etag = etags[index];
    const detail = `${write.row}: ${etag}`;
    if (etag === undefined) {
      add("confirmed without an ETag", name, detail);
      continue;
    }
    if (isNoRows(etag)) continue;
    const isOf = (version: Version) =>
      version.etag === etag && version.order >= orderOf(first) && isAsWritten(unit, write, version);
    if (run.journal.versions(write.row).some(isOf)) continue;
    if (isETagOfSameRow(unit, run, write.row, etag)) add(tolerated.same, name, detail, true);
    else add("a wrong ETag", name, detail);
  }
}

/**
 * Returns whether the call left a row in this version: it wrote the version, or another client wrote the whole row with the same contents.
 * A version in which a merge left its values, and which another client wrote, has that client's changes too.
 */
function isAsWritten({ requests }: Unit, write: RequestedWrite, version: Version): boolean {
  if (version.exchange !== undefined && requests.includes(version.exchange)) return true;
  const isMerge = write.kind === "merge" || write.kind === "insertOrMerge";
  return !isMerge && isAsLeft(write, version);
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

function findDifference(
  expected: ReadonlyMap<string, Properties>,
  found: ReadonlyMap<string, Properties>,
): string | undefined {
  for (const row of new Set([...expected.keys(), ...found.keys()])) {
    const [one, other] = [formatProperties(expected.get(row)), formatProperties(found.get(row))];
    if (one !== other) return `${row}: ${other} instead of ${one}`;
  }
  return undefined;
}

function formatProperties(properties: Properties | undefined): string {
  return JSON.stringify(properties, properties && Object.keys(properties).sort()) ?? "nothing";
}
