import type { Finding } from "./audit.js";
import type { ReadClaim } from "./call-claims.js";
import { type RowVersions, stateIn } from "./row-versions.js";

/** Whether a read gave only what was stored meanwhile, and all that was stored throughout. */
export function* judgeRead(
  { call, rows, prefix, startedAt, endedAt }: ReadClaim,
  versions: RowVersions,
): Generator<Finding> {
  const isAsked = (row: string) => (prefix.endsWith("/") ? row.startsWith(prefix) : row === prefix);
  const asked = Array.from(versions.rows).filter(isAsked);
  for (const row of new Set([...asked, ...Object.keys(rows)])) {
    const held = versions.during(row, startedAt, endedAt).map((version) => stateIn(version?.properties));
    if (!held.includes(rows[row]))
      yield { violation: "misread", what: `${call} gives ${rows[row]} for ${row}, which held ${held.join(", ")}` };
  }
}
