import { isTableError } from "@tablewright/runtime";
import type { Exchange } from "../world/exchange.js";
import { parseWrites } from "../world/parse-writes.js";
import { nameLimit, nameUnknown } from "./lost-facts.js";
import { MarkedUnit } from "./marked-unit.js";
import type { MarkedRun } from "./run-marked.js";

/** Finding about a call: a result that contradicts the service's record (`isFalse`), or the reason why its outcome stays unknown. */
export interface MarkedFinding {
  readonly kind: string;
  /** Name of the call, as `client.call`. */
  readonly call: string;
  readonly isFalse: boolean;
}

type Judgement = Pick<MarkedFinding, "kind" | "isFalse">;

/** Compares the results that clients with markers received with what the service did. */
export function checkMarked(run: MarkedRun): readonly MarkedFinding[] {
  const findings: MarkedFinding[] = [];
  if (run.unsettled > 0) findings.push({ kind: "a call never settled", call: "", isFalse: true });
  for (const result of run.results) {
    for (const { kind, isFalse } of judge(new MarkedUnit(run, result))) {
      const call = `${result.client}.${result.call}`;
      findings.push({ kind: `${run.program.world}, ${result.spec.op}: ${kind}`, call, isFalse });
    }
  }
  return findings;
}

function judge(unit: MarkedUnit): Judgement[] {
  const { settled, spec } = unit.result;
  if ("error" in settled) return judgeError(unit, settled.error);
  return spec.op === "delete" ? judgeDeletion(unit, settled.value === true) : judgeSuccess(unit, settled.value);
}

function judgeError(unit: MarkedUnit, error: unknown): Judgement[] {
  if (!isTableError(error)) return [{ kind: `an error of another type: ${String(error)}`, isFalse: true }];
  if ((error as { readonly outcome?: unknown }).outcome !== "unknown")
    return judgeCount(unit, "refused, but applied", 0);
  const cause = nameCause(unit);
  if (cause !== undefined) return [{ kind: `unknown, ${cause}`, isFalse: false }];
  return [{ kind: `unknown without a cause: ${error.message}`, isFalse: true }];
}

function judgeSuccess(unit: MarkedUnit, value: unknown): Judgement[] {
  const { length } = unit.applications;
  if (length === 0) return [{ kind: "confirmed, but never applied", isFalse: true }];
  return [
    ...judgeCount(unit, `applied ${length} times`, 1),
    ...etagsOf(value).flatMap((etag) => judgeETag(unit, etag) ?? []),
  ];
}

function judgeDeletion(unit: MarkedUnit, isConfirmed: boolean): Judgement[] {
  const { applications, result, run } = unit;
  if (applications.some(({ delivery }) => delivery.at > result.endedAt))
    return [{ kind: "deleted after it was confirmed", isFalse: true }];
  if (!isConfirmed) return judgeCount(unit, "said to be absent, but deleted by this call", 0);
  // Without a guard row nothing shows a deletion, because the facts are deleted with their row. So the call may delete again.
  if (run.program.world !== "guarded" || applications.length === 1) return [];
  return [{ kind: `confirmed, but applied ${applications.length} times`, isFalse: true }];
}

/** Checks that the service applied the call at most `max` times. Does not count those that no client can know of or prevent. */
function judgeCount(unit: MarkedUnit, kind: string, max: number): Judgement[] {
  const { applications } = unit;
  if (applications.length <= max) return [];
  const limits = applications.flatMap((application) => nameLimit(unit, application) ?? []);
  const isFalse = applications.length - limits.length > max;
  return [{ kind: isFalse ? kind : `${kind}: ${limits[0]}`, isFalse }];
}

/** Names the reason for which the outcome of a call stays unknown. */
function nameCause(unit: MarkedUnit): string | undefined {
  const { exchanges, attempts, isSet, result, run } = unit;
  // Only reads and fences (writes that keep late attempts from being applied) can determine an outcome.
  const last = [exchanges.at(-1), exchanges.findLast(({ isRead }) => !isRead)].flatMap((exchange) => exchange ?? []);
  const settling = result.spec.op === "bulk" ? exchanges : last;
  const isSilent = (exchange: Exchange) => !attempts.includes(exchange) && exchange.ended !== "answered";
  if (settling.some(isSilent)) return "no response";
  if (run.program.world === "guarded") return undefined;
  const hasRounds = isSet || result.spec.op === "delete";
  for (const attempt of hasRounds ? attempts : attempts.slice(-1)) {
    const cause = nameUnknown(unit, attempt);
    if (cause !== undefined) return cause;
  }
  return undefined;
}

/** Checks that an ETag that the call returned is not that of a write by another call. */
function judgeETag({ run, attempts }: MarkedUnit, etag: string): Judgement | undefined {
  const rows = new Set(attempts.flatMap(({ request }) => parseWrites(request).map(({ row }) => row)));
  const versions = [...rows].flatMap((row) => run.journal.versions(row)).filter((version) => version.etag === etag);
  const writers = versions.map(({ exchange }) => exchange);
  if (writers.length === 0 || writers.some((writer) => writer !== undefined && attempts.includes(writer)))
    return undefined;
  const isForeign = writers.every((writer) => run.program.clients[writer?.client ?? -1]?.[0]?.by === "foreign");
  if (isForeign) return { kind: "confirmed with the ETag of a program that kept its values and facts", isFalse: false };
  return { kind: "confirmed with the ETag of another write", isFalse: true };
}

function etagsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const results = (Array.isArray(value) ? value : [value]) as readonly { readonly $etag?: string }[];
  return results.flatMap(({ $etag }) => $etag ?? []);
}
