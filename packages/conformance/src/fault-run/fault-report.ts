import type { CallClaims, ReportedOutcome } from "./call-claims.js";
import type { Finding } from "./finding.js";

type Counts = Record<string, number>;

/** Counts the outcomes of calls by kind, and the codes of their errors. */
export function countOutcomes(claims: readonly CallClaims[]): object {
  const calls: Record<string, Partial<Record<ReportedOutcome, number>>> = {};
  const codes: Counts = {};
  for (const { kind, told, code } of claims.flatMap(({ writes }) => writes)) {
    calls[kind] = { ...calls[kind], [told]: (calls[kind]?.[told] ?? 0) + 1 };
    if (code !== undefined) add(codes, `${told}: ${code}`);
  }
  const reads = claims.reduce((sum, one) => sum + one.reads.length, 0);
  return { calls, codes, reads, failedReads: claims.reduce((sum, { failedReads }) => sum + failedReads, 0) };
}

export function countFindings(findings: readonly Finding[]): object {
  const violations: Counts = {};
  const limits: Counts = {};
  for (const finding of findings) {
    if ("violation" in finding) add(violations, finding.violation);
    else add(limits, finding.limit);
  }
  return { limits, violations };
}

/** Returns the share of writes with an unknown outcome. */
export function unknownShare(claims: readonly CallClaims[]): number {
  const writes = claims.flatMap((one) => one.writes);
  return writes.filter(({ told }) => told === "unknown").length / writes.length;
}

function add(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
