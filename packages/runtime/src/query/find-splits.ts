import { intersect, prefixSuccessor, type TextRange } from "./filter/filter.js";
import { planQuery } from "./plan-query.js";
import { stateOfRows } from "./query-state.js";
import { type QueryRequest, readResponses } from "./read-responses.js";
import { tableRowReader } from "./table-query.js";

/** Maximum number of requests for each wanted range, to look up keys at which to divide a table. */
const probesPerRange = 8;

/** Divides a range at the given texts. Ignores texts that are outside of the range. */
export function divide({ ge, lt }: TextRange, splitAt: readonly string[]): TextRange[] {
  const within = [...new Set(splitAt)]
    .filter((text) => (ge === undefined || text > ge) && (lt === undefined || text < lt))
    .sort();
  const starts = [ge, ...within];
  return starts.map((start, index) => ({ ge: start, lt: starts[index + 1] ?? lt }));
}

/** Key that was looked up: the first one from a text on; undefined if there is none. */
interface LookUp {
  readonly from: string;
  readonly key: string | undefined;
}

/** Function that looks up the first key in a range; returns undefined if the range contains none. */
export type FirstKey = (range: TextRange) => Promise<string | undefined>;

/**
 * Looks up keys that divide a table, or one partition, into at least `wanted` ranges. There may be fewer, because the number of requests is
 * limited. The service does not report the distribution of its keys, so this looks up the prefixes in use. The first key has the first
 * prefix, and the first key after all keys with that prefix has the next one. Prefixes get longer until there are enough.
 * @param firstKey looks up the first key in a range
 * @param prefix prefix of all keys to look up
 */
export async function findSplits(firstKey: FirstKey, prefix: string, wanted: number): Promise<string[]> {
  let probes = wanted * probesPerRange;
  const lt = prefixSuccessor(prefix);
  const lookUps: LookUp[] = [];
  let texts: string[] = [];
  for (let length = [...prefix].length + 1; ; length++) {
    const longer: string[] = [];
    let canGrow = false;
    for (let ge: string | undefined = prefix; ge !== undefined && ge !== lt; ) {
      const start: string = ge;
      let known = lookUps.find(({ from, key }) => from <= start && (key === undefined || start <= key));
      if (known === undefined) {
        if (probes-- === 0) return longer.length > texts.length ? longer : texts;
        known = { from: start, key: await firstKey({ ge: start, lt }) };
        lookUps.push(known);
      }
      const key: string | undefined = known.key;
      if (key === undefined) break;
      const characters: readonly string[] = [...key];
      const text = characters.slice(0, length).join("");
      longer.push(text);
      canGrow ||= characters.length >= length;
      // After a short key: the next possible key, which ends with a space, the lowest character that a key may contain. Otherwise: the first
      // key with another prefix.
      ge = characters.length < length ? `${key} ` : prefixSuccessor(text);
    }
    if (longer.length >= wanted || !canGrow) return longer;
    texts = longer;
  }
}

/** Returns a function that looks up the first PartitionKey in a range. Each call requests one row with one property. */
export function findFirstKey({ connection, plan: { table }, call }: QueryRequest, within: TextRange): FirstKey {
  return async (range) => {
    const reader = tableRowReader(table, ["PartitionKey"]);
    const plan = planQuery(stateOfRows(connection, reader, intersect(within, range), {}));
    const one = { top: 1, limit: 1, prefetch: 0, call } as const;
    const request: QueryRequest = { connection, plan, metadata: "none", isExact: false, ...one };
    for await (const { rows } of readResponses(request, { filter: 0 })) {
      const [row] = rows;
      if (row !== undefined) return row.PartitionKey;
    }
    return undefined;
  };
}
