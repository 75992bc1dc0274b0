import type { Claim, ClaimedRow } from "./call-claims.js";
import {
  addsOne,
  type Effect,
  isUnseenDuplicate,
  isWhole,
  listEffects,
  mayBeLost,
  ownExchanges,
  wasDeleted,
} from "./effects.js";
import type { Finding, Limit, ViolationKind } from "./finding.js";
import type { RowVersions, Version } from "./row-versions.js";
import type { WriteExchange } from "./write-exchange.js";

/** Contradiction or documented case as in {@link Finding}, without the description of its call. */
type Judgement = { readonly limit: Limit } | { readonly violation: ViolationKind; readonly why: string };

/** Compares the result of a call that writes with what happened to its requests. */
export function judgeWrite(claim: Claim, exchanges: readonly WriteExchange[], versions: RowVersions): Finding[] {
  const { told, code, call, kind, rows } = claim;
  const what = `${kind} ${call} of ${rows.map(({ row }) => row).join(" and ")} is ${told}${code ? `, ${code}` : ""}`;
  const own = ownExchanges(claim, exchanges);
  const effects = listEffects(own);
  const judgements = [
    ...judgeEffects(claim, effects, versions),
    ...(told === "ok" ? judgeSuccess(claim, effects, own, versions) : []),
    ...(told === "refused" || told === "absent"
      ? judgeRefusal(claim, effects, own, versions)
      : judgeRepetitions(claim, effects, own, versions)),
  ];
  return judgements.map((one) =>
    "limit" in one ? { ...one, what } : { violation: one.violation, what: `${what}: ${one.why}` },
  );
}

/** Finds contradictions that do not depend on the result of the call. */
function* judgeEffects(claim: Claim, effects: readonly Effect[], versions: RowVersions): Generator<Judgement> {
  if (claim.told === "uncoded") yield { violation: "uncoded", why: "an error without a code" };
  for (const effect of effects) {
    if (!isWhole(effect.exchange, claim)) yield { violation: "torn", why: "a part of it was applied by itself" };
    if (claim.adds && !addsOne(effect, claim.rows[0], versions))
      yield { violation: "lost", why: "it counted from an old value" };
  }
}

function* judgeSuccess(
  claim: Claim,
  effects: readonly Effect[],
  own: readonly WriteExchange[],
  versions: RowVersions,
): Generator<Judgement> {
  if (!effects.some((effect) => isInTime(effect, claim))) {
    if (isDoneByOthers(claim, own, versions)) yield { limit: "confirmed: another client wrote the same" };
    else yield { violation: "falsely ok", why: "it was not applied" };
  }
  if (!hasOwnETags(claim, versions)) yield { violation: "falsely ok", why: "the ETag is that of no such row" };
}

function* judgeRefusal(
  claim: Claim,
  effects: readonly Effect[],
  own: readonly WriteExchange[],
  versions: RowVersions,
): Generator<Judgement> {
  const isApplied = effects.some((effect) => isInTime(effect, claim));
  if (effects.length === 0) {
    if (!hasReason(claim, versions)) yield { violation: "falsely failed", why: "there was no reason for it" };
  } else if (effects.every((effect) => isUnseenDuplicate(effect, own)))
    yield { limit: "refused, as a duplicate of it was applied" };
  else if (effects.every((effect) => isInsertedLate(effect, claim, versions)))
    yield { limit: "refused, and inserted after the row was deleted" };
  else yield { violation: "falsely failed", why: isApplied ? "it was applied" : "it was applied afterwards" };
}

/** Finds writes that were applied more than once. The client must not resend a write that it knows to be applied. */
function* judgeRepetitions(
  { rows, adds, kind }: Claim,
  effects: readonly Effect[],
  own: readonly WriteExchange[],
  versions: RowVersions,
): Generator<Judgement> {
  const confirmed = effects.filter(({ exchange, delivery }) => exchange.seen === delivery);
  if (confirmed.length > 1) yield { violation: "doubled", why: "it was sent again after a success" };
  const isConditional = rows.some(({ ifMatch }) => ifMatch !== undefined) || adds;
  const inserted = rows.filter((row) => row.kind === "insert");
  for (const [index, effect] of effects.slice(0, -1).entries()) {
    const isRepeatable = inserted.every(({ row }) => wasDeleted(row, effect, effects[index + 1], versions));
    if (kind.startsWith("modify") && isUnseenDuplicate(effect, own))
      yield { limit: "refused, as a duplicate of it was applied" };
    else if (isConditional || !isRepeatable)
      yield { violation: "doubled", why: `it was applied ${effects.length} times` };
    else if (inserted.length > 0) yield { limit: "inserted again after a deletion" };
    else if (rows.every(({ row }) => wasDeleted(row, effect, effects[index + 1], versions)))
      yield { limit: "written again after a deletion" };
    else yield { limit: "an unconditional write lands again" };
  }
}

function isInTime({ delivery }: Effect, { endedAt }: Claim): boolean {
  return delivery.sentAt <= endedAt;
}

/**
 * Returns whether an insert was applied late: the service first rejected it, because its row existed before the call, and later applied it,
 * because somebody had deleted the row.
 */
function isInsertedLate(effect: Effect, claim: Claim, versions: RowVersions): boolean {
  const { code, rows, startedAt } = claim;
  const isFree = code === "entity.already-exists" && rows.every(({ ifMatch }) => ifMatch === undefined);
  if (!isFree || isInTime(effect, claim)) return false;
  const wasThere = (row: string) =>
    versions.during(row, startedAt, startedAt).some((version) => version?.properties !== undefined);
  return rows.some(({ row, kind }) => kind === "insert" && wasThere(row));
}

/**
 * Returns whether others may have deleted the rows of this call: the call deletes rows that were all missing at some time during the call,
 * and the response to one of its requests may be lost. Then the client cannot know who deleted the rows.
 */
function isDoneByOthers(claim: Claim, own: readonly WriteExchange[], versions: RowVersions): boolean {
  if (!own.some(mayBeLost)) return false;
  return claim.rows.every(({ row, kind }) => kind === "delete" && wasAbsent(row, claim, versions));
}

/** Returns whether each ETag that the client received belonged to a version of its row with the values of the call. */
function hasOwnETags({ call, rows }: Claim, versions: RowVersions): boolean {
  return rows.every(
    ({ row, etag }) =>
      etag === undefined ||
      versions.versions(row).some((version) => version.etag === etag && version.properties?.["sku"] === call),
  );
}

function hasReason(claim: Claim, versions: RowVersions): boolean {
  const { told, code, rows, startedAt, endedAt } = claim;
  const someRow = (has: (version: Version | undefined, row: ClaimedRow) => boolean) =>
    rows.some((row) => versions.during(row.row, startedAt, endedAt).some((version) => has(version, row)));
  switch (told === "absent" ? "entity.not-found" : code) {
    case "entity.already-exists":
      return someRow((version, { kind }) => kind === "insert" && version?.properties !== undefined);
    case "entity.not-found":
      return rows.some(({ row }) => wasAbsent(row, claim, versions));
    case "entity.condition-not-met":
      return someRow((version, { ifMatch }) => ifMatch === undefined || version?.etag !== ifMatch);
    default:
      return true;
  }
}

function wasAbsent(row: string, { startedAt, endedAt }: Claim, versions: RowVersions): boolean {
  return versions.during(row, startedAt, endedAt).some((version) => version?.properties === undefined);
}
