import type { QueryPlan } from "@tablewright/runtime";
import { type FilterToken, tokensOf } from "./check-filter.js";

type KeyName = "PartitionKey" | "RowKey";

/** Returns the keys that every row of a `$filter` must equal: those in comparisons that no `or` or `not` contains. */
export function equalKeys(filter: string): ReadonlySet<KeyName> {
  return new Set(keysOf(tokensOf(filter).filter(({ group }) => group !== "end")));
}

function keysOf(tokens: readonly FilterToken[]): KeyName[] {
  const depths = depthsOf(tokens);
  const isOutside = (text: string) => (token: FilterToken, index: number) =>
    token.group === "word" && token.text === text && depths[index] === 0;
  if (tokens.some(isOutside("or"))) return [];
  const at = tokens.findIndex(isOutside("and"));
  if (at >= 0) return [...keysOf(tokens.slice(0, at)), ...keysOf(tokens.slice(at + 1))];
  if (tokens[0]?.text === "(" && tokens.at(-1)?.text === ")") return keysOf(tokens.slice(1, -1));
  const [left, operator, right] = tokens;
  if (tokens.length !== 3 || operator?.text !== "eq") return [];
  if (right?.group === "text" && isKey(left)) return [left.text];
  return left?.group === "text" && isKey(right) ? [right.text] : [];
}

/** Returns for each token how many open parentheses are around it. */
function depthsOf(tokens: readonly FilterToken[]): number[] {
  let depth = 0;
  return tokens.map(({ group, text }) => {
    if (group === "bracket") depth += text === "(" ? 1 : -1;
    return depth;
  });
}

function isKey(token: FilterToken | undefined): token is FilterToken & { readonly text: KeyName } {
  return token?.group === "name" && (token.text === "PartitionKey" || token.text === "RowKey");
}

/**
 * Returns a plan with the access that its `$filter` has together with the one that the user typed, which the runtime does not read.
 * @param keys the keys that all rows of the query must equal, by the typed filter or by the fields for stored keys
 */
export function withEqualKeys(plan: QueryPlan, keys: ReadonlySet<KeyName>): QueryPlan {
  if (plan.filters.length !== 1 || plan.access === "partitions") return plan;
  const isScan = plan.access === "table scan" || plan.access === "partition range";
  if (isScan && !keys.has("PartitionKey")) return plan;
  if (keys.has("RowKey")) return { ...plan, access: "point" };
  return isScan ? { ...plan, access: "partition scan" } : plan;
}
