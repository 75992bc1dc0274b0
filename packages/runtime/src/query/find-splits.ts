import { intersect, prefixSuccessor, type TextRange } from "../odata/filter-prefix.js";
import { planQuery } from "./plan.js";
import { type Reading, readAnswers } from "./read-answers.js";

/** Requests that looking for splits may cost for each reader. */
const probesPerReader = 8;

/** Looks up the first PartitionKey of a range; undefined where it holds none. */
export type FirstKey = (range: TextRange) => Promise<string | undefined>;

/**
 * PartitionKeys at which a table divides into as many ranges as there are readers, or more; fewer where that takes too
 * many requests. The service does not tell how its keys are spread, so the leading texts in use are looked up: the first key
 * has one of them, the first key after all that begin with it the next one. They grow by a character until they are enough.
 * @param lead what all PartitionKeys of interest begin with
 */
export async function findSplits(firstKey: FirstKey, lead: string, wanted: number): Promise<string[]> {
  let probes = wanted * probesPerReader;
  const lt = prefixSuccessor(lead);
  let texts: string[] = [];
  for (let length = [...lead].length + 1; ; length++) {
    const longer: string[] = [];
    let canGrow = false;
    for (let ge: string | undefined = lead; ge !== undefined && ge !== lt; ) {
      if (probes-- === 0) return longer.length > texts.length ? longer : texts;
      const key = await firstKey({ ge, lt });
      if (key === undefined) break;
      const characters = [...key];
      const text = characters.slice(0, length).join("");
      longer.push(text);
      canGrow ||= characters.length >= length;
      // A space is the first character that a key can go on with.
      ge = characters.length < length ? `${key} ` : prefixSuccessor(text);
    }
    if (longer.length >= wanted || !canGrow) return longer;
    texts = longer;
  }
}

/** Asks the service, one row and one property at a time. */
export function firstKeyOf(reading: Reading, within: TextRange): FirstKey {
  return async (range) => {
    const plan = planQuery({
      table: reading.plan.table,
      partitionKey: intersect(within, range),
      rowKey: {},
      filter: true,
      select: ["PartitionKey"],
      maxComparisons: 2,
    });
    const probe: Reading = { ...reading, plan, metadata: "none", top: 1, limit: 1, prefetch: 0 };
    for await (const { rows } of readAnswers(probe, { filter: 0 })) {
      const [row] = rows;
      if (row !== undefined) return row.PartitionKey;
    }
    return undefined;
  };
}
