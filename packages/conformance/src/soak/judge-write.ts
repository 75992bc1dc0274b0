import type { RequestedWrite } from "../schedules/world/parse-writes.js";
import type { Finding, Limit, ViolationKind } from "./audit.js";
import type { Claim, ClaimedRow } from "./call-claims.js";
import type { Delivery, Exchange } from "./exchange.js";
import { leavesResponse } from "./faults.js";
import type { RowVersions, Version } from "./row-versions.js";

/** A delivery that applied what a call asked for. */
interface Effect {
  readonly exchange: Exchange;
  readonly delivery: Delivery;
}

/** Compares what a call that writes was told with what became of its requests. */
export function* judgeWrite(claim: Claim, exchanges: readonly Exchange[], versions: RowVersions): Generator<Finding> {
  const { told, code, call, kind, rows } = claim;
  const what = `${kind} ${call} of ${rows.map(({ row }) => row).join(" and ")} is ${told}${code ? `, ${code}` : ""}`;
  const violation = (one: ViolationKind, why: string): Finding => ({ violation: one, what: `${what}: ${why}` });
  const limit = (one: Limit): Finding => ({ limit: one, what });
  if (told === "uncoded") yield violation("uncoded", "an error without a code");

  const own = exchanges.filter(({ writes }) => writes.some((write) => isOwn(write, claim)));
  const effects = own.flatMap((exchange) =>
    exchange.deliveries.filter(({ isApplied }) => isApplied).map((delivery) => ({ exchange, delivery })),
  );
  effects.sort((a, b) => a.delivery.order - b.delivery.order);
  const inTime = effects.filter(({ delivery }) => delivery.sentAt <= claim.endedAt);
  for (const { exchange } of effects)
    if (!isWhole(exchange, claim)) yield violation("torn", "a part of it was applied by itself");

  if (told === "ok" && inTime.length === 0) {
    if (isDoneByOthers(claim, own, versions)) yield limit("confirmed: another client wrote the same");
    else yield violation("falsely ok", "it was not applied");
  }
  if (told === "ok" && !hasOwnETags(claim, versions)) yield violation("falsely ok", "the ETag is that of no such row");
  if ((told === "refused" || told === "absent") && effects.length > 0) {
    if (effects.every((effect) => isUnseenDuplicate(effect, own)))
      yield limit("refused, as a duplicate of it was applied");
    else yield violation("falsely failed", inTime.length > 0 ? "it was applied" : "it was applied afterwards");
  } else if (told === "refused" && !hasReason(claim, versions))
    yield violation("falsely failed", "there was no reason to refuse it");
  else if (told === "absent" && !rows.every(({ row }) => isAbsent(row, claim, versions)))
    yield violation("falsely failed", "the row was there");

  if (told !== "refused" && told !== "absent")
    for (const one of judgeRepetitions(claim, effects, own, versions))
      yield "limit" in one ? limit(one.limit) : violation("doubled", one.doubled);
  if (claim.adds)
    for (const effect of effects)
      if (!addsOne(effect, rows[0], versions)) yield violation("lost", "it counted from an old value");
}

/** What is applied more than once: the client must not have sent again what it knew to be applied. */
function* judgeRepetitions(
  { rows, adds, kind }: Claim,
  effects: readonly Effect[],
  own: readonly Exchange[],
  versions: RowVersions,
): Generator<{ readonly limit: Limit } | { readonly doubled: string }> {
  if (effects.length < 2) return;
  const confirmed = effects.filter(({ exchange, delivery }) => exchange.seen === delivery);
  if (confirmed.length > 1) yield { doubled: "it was sent again after a success" };
  const isConditional = rows.some(({ ifMatch }) => ifMatch !== undefined) || adds;
  for (const [index, effect] of effects.slice(0, -1).entries()) {
    const inserted = rows.filter((row) => row.kind === "insert");
    if (kind.startsWith("modify") && isUnseenDuplicate(effect, own))
      yield { limit: "refused, as a duplicate of it was applied" };
    else if (isConditional || !inserted.every(({ row }) => wasDeleted(row, effects.slice(index), versions)))
      yield { doubled: `it was applied ${effects.length} times` };
    else if (inserted.length > 0) yield { limit: "inserted again after a deletion" };
    else yield { limit: "an unconditional write lands again" };
  }
}

/** Whether the row was deleted between two effects. */
function wasDeleted(row: string, [first, second]: readonly Effect[], versions: RowVersions): boolean {
  const [from = 0, to = 0] = [first?.delivery.order, second?.delivery.order];
  return versions
    .versions(row)
    .some(({ delivery, properties }) => properties === undefined && delivery.order > from && delivery.order < to);
}

/** Whether a request writes a row of the call, more than a change of nothing that keeps earlier attempts from being applied. */
function isOwn({ row, kind, properties }: RequestedWrite, { rows }: Claim): boolean {
  return rows.some((claimed) => claimed.row === row) && (kind === "delete" || properties["sku"] !== undefined);
}

/** Whether a request writes all rows of the call. Requests of a bulk carry others too. */
function isWhole({ writes }: Exchange, { rows }: Claim): boolean {
  return rows.every(({ row }) => writes.some((write) => write.row === row));
}

/** Whether the network delivered the request twice, and the client got a refusal with no attempt lost before. */
function isUnseenDuplicate({ exchange, delivery }: Effect, own: readonly Exchange[]): boolean {
  const same = own.filter(({ writes }) => JSON.stringify(writes) === JSON.stringify(exchange.writes));
  const isLost = same.some(({ fault }) => !leavesResponse(fault));
  return !isLost && exchange.deliveries.length > 1 && exchange.seen !== delivery;
}

/** Whether each row was, in the time of an attempt that was lost, as the call leaves it. */
function isDoneByOthers({ rows, startedAt, endedAt }: Claim, own: readonly Exchange[], versions: RowVersions): boolean {
  if (!own.some(({ fault, seen }) => !leavesResponse(fault) || seen === undefined)) return false;
  return rows.every(
    ({ row, kind }) =>
      kind === "delete" &&
      versions.during(row, startedAt, endedAt).some((version) => version?.properties === undefined),
  );
}

/** Whether each ETag is one that the row had while it held what the call writes. */
function hasOwnETags({ call, rows }: Claim, versions: RowVersions): boolean {
  return rows.every(
    ({ row, etag }) =>
      etag === undefined ||
      versions.versions(row).some((version) => version.etag === etag && version.properties?.["sku"] === call),
  );
}

function hasReason({ code, rows, startedAt, endedAt }: Claim, versions: RowVersions): boolean {
  const someRow = (has: (version: Version | undefined, row: ClaimedRow) => boolean) =>
    rows.some((row) => versions.during(row.row, startedAt, endedAt).some((version) => has(version, row)));
  switch (code) {
    case "entity.already-exists":
      return someRow((version, { kind }) => kind === "insert" && version?.properties !== undefined);
    case "entity.not-found":
      return someRow((version) => version?.properties === undefined);
    case "entity.condition-not-met":
      return someRow((version, { ifMatch }) => ifMatch === undefined || version?.etag !== ifMatch);
    default:
      return true;
  }
}

function isAbsent(row: string, { startedAt, endedAt }: Claim, versions: RowVersions): boolean {
  return versions.during(row, startedAt, endedAt).some((version) => version?.properties === undefined);
}

/** Whether what was written is one more than what was there. */
function addsOne({ delivery }: Effect, counter: ClaimedRow | undefined, versions: RowVersions): boolean {
  const version = versions.versions(counter?.row ?? "").find((one) => one.delivery === delivery);
  return version?.properties?.["quantity"] === Number(version?.before?.["quantity"]) + 1;
}
