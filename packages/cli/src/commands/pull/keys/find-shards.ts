import type { KeyEncoding } from "@tablewright/generator";
import * as runtime from "@tablewright/runtime/codegen/v1";
import type { Column } from "../sample/columns.js";
import type { StoredPart } from "./draft-part.js";
import { listEncodings, type Way, writePartTexts } from "./list-encodings.js";

/**
 * Negative exponent of the maximum probability (10⁻⁸) that a number of shards matches by chance. If there are only a few rows, some number
 * of shards always matches. So a match counts only if the column has enough different values.
 */
const minExponent = 8;
const maxPadWidth = 20;

/**
 * Finds the number of shards for which the hashed values of a column give these texts, row by row; undefined if there is none.
 * @param preferredWidths widths of `pad` to try first
 */
export function findShards(
  column: Column,
  texts: readonly string[],
  preferredWidths: readonly number[],
): StoredPart | undefined {
  const [first = ""] = texts;
  if (!/^\d{1,3}$/.test(first)) return undefined;
  const most = 10 ** first.length;
  for (const [way, width] of listWays(column, preferredWidths)) {
    const start = writePartTexts(column, way, width, firstRows);
    if (start.includes(undefined)) continue;
    for (let shards = 2; shards <= most; shards++) {
      if (!start.every((text, row) => shardOf(text as string, shards) === texts[row])) continue;
      const whole = writePartTexts(column, way, width);
      if (whole.includes(undefined) || new Set(whole).size * Math.log10(shards) < minExponent) continue;
      if (!texts.every((text, row) => shardOf(whole[row] as string, shards) === text)) continue;
      const part = { kind: "stored" as const, column: column.name, encoding: way.encoding as KeyEncoding, shards };
      return { ...part, isDerived: true, ...(way.encoding === "pad" && { width }) };
    }
  }
  return undefined;
}

/** Returns the number of the shard that a key text belongs to. */
export function shardOf(text: string, shards: number): string {
  return runtime.shard(runtime.raw(), shards).encode(text as never);
}

/** Number of rows to test first. They rule out most numbers of shards quickly. */
const firstRows = 12;

function listWays(column: Column, preferredWidths: readonly number[]): (readonly [Way, width: number])[] {
  const widths = [...new Set([...preferredWidths, ...Array(maxPadWidth + 1).keys()])].filter((width) => width > 0);
  return listEncodings(column)
    .filter(({ encoding }) => !encoding.startsWith("."))
    .flatMap((way) => (way.encoding === "pad" ? widths : [0]).map((width) => [way, width] as const));
}
