import type { CallClaims, ReadClaim, RowState } from "./call-claims.js";
import type { Finding } from "./finding.js";
import { judgeWrite } from "./judge-write.js";
import { RowVersions, stateIn } from "./row-versions.js";
import type { WriteExchange } from "./write-exchange.js";

/**
 * Compares the results that all processes reported with the writes that arrived at the service, and these writes with the final table.
 * @param found the final rows of the table, by name
 */
export function audit(
  claims: readonly CallClaims[],
  exchanges: readonly WriteExchange[],
  found: ReadonlyMap<string, RowState>,
): Finding[] {
  const versions = new RowVersions(exchanges);
  const byCall = groupByCall(exchanges);
  const writes = claims.flatMap((one) => one.writes);
  const reads = claims.flatMap((one) => one.reads);
  return [
    ...writes.flatMap((claim) => judgeWrite(claim, byCall.get(claim.call) ?? [], versions)),
    ...reads.flatMap((read) => [...judgeRead(read, versions)]),
    ...compareTable(versions, found),
  ];
}

function groupByCall(exchanges: readonly WriteExchange[]): ReadonlyMap<string, readonly WriteExchange[]> {
  const groups = new Map<string, WriteExchange[]>();
  for (const exchange of exchanges) {
    const group = groups.get(exchange.call);
    if (group === undefined) groups.set(exchange.call, [exchange]);
    else group.push(exchange);
  }
  return groups;
}

/** Finds rows that a read returned although they were not stored during the read, or omitted although they were stored throughout. */
function* judgeRead({ call, rows, prefix, startedAt, endedAt }: ReadClaim, versions: RowVersions): Generator<Finding> {
  const isAsked = (row: string) => (prefix.endsWith("/") ? row.startsWith(prefix) : row === prefix);
  const asked = Array.from(versions.rows).filter(isAsked);
  for (const row of new Set([...asked, ...Object.keys(rows)])) {
    const held = versions.during(row, startedAt, endedAt).map((version) => stateIn(version?.properties));
    if (!held.includes(rows[row]))
      yield { violation: "misread", what: `${call} gives ${rows[row]} for ${row}, which held ${held.join(", ")}` };
  }
}

/** Checks that the table contains what the applied writes left. A difference is a fault of the service or of the record. */
function* compareTable(versions: RowVersions, found: ReadonlyMap<string, RowState>): Generator<Finding> {
  for (const row of new Set([...versions.rows, ...found.keys()])) {
    const last = versions.versions(row).at(-1);
    const [expected, is] = [versions.final(row), found.get(row)];
    if (is === expected) continue;
    const isPart = last !== undefined && last.exchange.writes.length > 1;
    const what = `${row} is ${is}, and was made ${expected} by ${last?.exchange.call}`;
    yield { violation: isPart ? "torn" : expected === undefined ? "doubled" : "lost", what };
  }
}
