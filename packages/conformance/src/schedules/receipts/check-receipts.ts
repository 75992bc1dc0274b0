import type { CallResult } from "../calls/call-spec.js";
import { checkRun } from "../oracle/oracle.js";
import { buildUnits, findWrites, isNoRows, type Unit } from "../oracle/unit.js";
import { type ScheduleRun, timeoutMs } from "../run-schedule.js";
import type { Exchange } from "../world/exchange.js";
import { findApplied, isReceipt } from "../world/journal.js";
import { parseWrites } from "../world/parse-writes.js";

/** Finding about a call: a result that contradicts the service's record (`isFalse`), or an unknown outcome that could not be known. */
export interface ReceiptFinding {
  readonly kind: string;
  /** Name of the call, as `client.call`, with the item of a bulk. */
  readonly call: string;
  readonly isFalse: boolean;
}

/**
 * Compares the results that clients received with what the service did. Nothing is tolerated of clients with receipts: each outcome is
 * known unless nothing could be read in time, each write is applied at most once, and none after its call has ended. The other clients of
 * the same world are told what the oracle of clients without receipts demands.
 */
export function checkReceipts(run: ScheduleRun, isOnce: (client: number) => boolean): readonly ReceiptFinding[] {
  const findings: ReceiptFinding[] = [];
  for (const { kind, name, isTolerated } of checkRun(run)) {
    const client = /^(\d+)\./.exec(name)?.[1];
    if (!isTolerated && (client === undefined || !isOnce(Number(client))))
      findings.push({ kind: `without receipts: ${kind}`, call: name, isFalse: true });
  }
  for (const result of run.results) {
    if (!isOnce(result.client) || /Table/.test(result.spec.op)) continue;
    for (const unit of buildUnits(result, run.exchanges)) findings.push(...judge(unit, run));
    const isOpen = "error" in result.settled && isUnknown(result.settled.error);
    if (!isOpen && !hasUnknownItem(result) && landsLate(result, run))
      findings.push({
        kind: `${result.spec.op}: applied after its call had ended`,
        call: nameOf(result),
        isFalse: true,
      });
  }
  return findings;
}

function* judge(unit: Unit, run: ScheduleRun): Generator<ReceiptFinding> {
  const { name, result, claim } = unit;
  const { op } = result.spec;
  const found = (kind: string, isFalse = true): ReceiptFinding => ({ kind: `${op}: ${kind}`, call: name, isFalse });
  const times = applications(unit.requests).length;
  if (claim === "unknown") {
    if (result.endedAt - result.startedAt < timeoutMs) yield found("unknown without a cause");
    else yield found("unknown, no response", false);
  } else if (claim === "not applied" || claim === "absent") {
    if (times > 0) yield found("refused, but applied");
  } else if (times !== 1 && !(claim === "gone" && times === 0)) yield found(`applied ${times} times`);
  for (const etag of unit.etags) {
    if (etag !== undefined && !isNoRows(etag) && !isETagOf(unit, etag, run))
      yield found("confirmed with the ETag of another write");
  }
}

/** Returns whether an ETag is that of a version with the contents that one of the unit's requests gave the row. */
function isETagOf({ requests }: Unit, etag: string, { journal }: ScheduleRun): boolean {
  const rows = new Set(requests.flatMap(({ request }) => parseWrites(request).map(({ row }) => row)));
  return [...rows].some((row) => {
    const versions = journal.versions(row);
    const told = versions.find((version) => version.etag === etag);
    const own = versions.filter(({ exchange }) => exchange !== undefined && requests.includes(exchange));
    return own.some(({ properties }) => JSON.stringify(properties) === JSON.stringify(told?.properties));
  });
}

/** Returns the deliveries in which these requests were applied, without those of receipts alone. */
function applications(requests: readonly Exchange[]) {
  return requests.filter((each) => !isOfReceiptAlone(each)).flatMap(findApplied);
}

/** Returns whether a request writes nothing but a receipt, so that earlier requests can no longer be applied. */
function isOfReceiptAlone({ request }: Exchange): boolean {
  return parseWrites(request).every(({ row }) => isReceipt(row));
}

function landsLate(result: CallResult, { exchanges }: ScheduleRun): boolean {
  return applications(findWrites(result, exchanges)).some(({ at }) => at > result.endedAt);
}

function hasUnknownItem({ settled }: CallResult): boolean {
  if (!("value" in settled) || !Array.isArray(settled.value)) return false;
  return settled.value.some((outcome?: { readonly error?: unknown }) => isUnknown(outcome?.error));
}

function isUnknown(error: unknown): boolean {
  return (error as { readonly outcome?: unknown } | undefined)?.outcome === "unknown";
}

function nameOf({ client, call }: CallResult): string {
  return `${client}.${call}`;
}
