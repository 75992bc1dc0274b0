import type { CallResult } from "../calls/call-spec.js";
import { storedName } from "../calls/order-line-client.js";
import type { Journal, Version } from "../world/journal.js";

/** Row as a client read it. */
interface Line {
  readonly customerId: string;
  readonly lineNo: number;
  readonly sku: string;
  readonly quantity: number;
}

/**
 * Checks a read. A row that it found must have had these contents at some time during the call. A row that it did not find must have been
 * absent at some time.
 */
export function checkRead(result: CallResult, journal: Journal): readonly { kind: string; detail: string }[] {
  const { spec, settled } = result;
  if ((spec.op !== "query" && spec.op !== "getMany") || "error" in settled) return [];
  const lines = settled.value as readonly (Line | undefined)[];
  const found = new Map(
    lines.flatMap((line) => (line === undefined ? [] : [[`${line.customerId}${line.lineNo}`, line]])),
  );
  const asked = spec.op === "getMany" ? spec.rows.map(storedName) : journal.rowsOf(`cust!${spec.partition}/`);
  const problems: { kind: string; detail: string }[] = [];
  const seen = new Map([...found].map(([row, line]) => [storedName(row), line]));
  for (const row of new Set([...asked, ...seen.keys()])) {
    const line = seen.get(row);
    const isTrue =
      line === undefined
        ? journal.wasAbsent(row, result.startedAt, result.endedAt)
        : journal.current(row, result.startedAt, result.endedAt).some((version) => isOf(line, version));
    if (!isTrue) problems.push({ kind: "a read of what never was", detail: `${row}: ${JSON.stringify(line)}` });
  }
  return problems;
}

function isOf({ sku, quantity }: Line, { properties }: Version): boolean {
  return properties?.["sku"] === sku && properties["quantity"] === quantity;
}
