import type { Hole, Template } from "../trace/hole.js";

/** Pieces of a key between its separators. In the definition, the separator joins them; within one piece, literals and values touch. */
export type KeyParts = readonly (readonly (string | Hole)[])[];

export interface SplitKeys {
  readonly separator: string;
  /** Parts of the PartitionKey; undefined if the separator does not split it, so that the whole key is one value. */
  readonly partitionKey: KeyParts | undefined;
  /** Parts of the RowKey; undefined if the separator does not split it, so that the whole key is one value. */
  readonly rowKey: KeyParts | undefined;
}

/** Separator of a definition without the option `separator`. */
const defaultSeparator = "!";

/** Finds the separator that best splits both keys into literals and values, and splits them. */
export function splitKeys(partitionKey: Template | undefined, rowKey: Template | undefined): SplitKeys {
  const keys = [partitionKey ?? [], rowKey ?? []];
  const splits = separatorsIn(keys).map((separator) => {
    const [partition, row] = keys.map((key) => split(key, separator));
    return { separator, partitionKey: partition, rowKey: row };
  });
  const costs = ({ partitionKey: partition, rowKey: row }: SplitKeys) => costOf(partition) + costOf(row);
  const [first = { separator: defaultSeparator, partitionKey: undefined, rowKey: undefined }, ...others] = splits;
  return others.reduce((best, next) => (costs(next) < costs(best) ? next : best), first);
}

/** Returns how badly a separator splits a key: best if no parts touch, worst if it does not split the key. */
function costOf(parts: KeyParts | undefined): number {
  if (parts === undefined) return 2;
  return parts.some(({ length }) => length > 1) ? 1 : 0;
}

/**
 * Returns possible separators of the keys: first the punctuation beside values, longest first, then common separators. In `order__{id}`,
 * both `__` and `_` are possible.
 */
function separatorsIn(keys: readonly Template[]): readonly string[] {
  const found = new Set<string>();
  for (const key of keys) {
    key.forEach((part, index) => {
      if (typeof part !== "string") return;
      const before = index > 0 ? /^[^\p{L}\p{N}]{1,8}/u.exec(part)?.[0] : undefined;
      const after = index < key.length - 1 ? /[^\p{L}\p{N}]{1,8}$/u.exec(part)?.[0] : undefined;
      for (const text of [before, after]) {
        if (text !== undefined) found.add(text).add(text.slice(0, 1)).add(text.slice(-1));
      }
    });
  }
  const candidates = [...found].filter((text) => !/[/\\#?\u0000-\u001f\u007f-\u009f]/.test(text));
  return [...candidates.sort((a, b) => b.length - a.length), defaultSeparator, "|", ";"];
}

/** Splits a key at a separator. Returns undefined if a piece between separators is empty, or has two values that no literal divides. */
function split(key: Template, separator: string): KeyParts | undefined {
  if (key.length === 0) return [[""]];
  const pieces: (string | Hole)[][] = [[]];
  for (const part of key) {
    if (typeof part !== "string") {
      pieces.at(-1)?.push(part);
      continue;
    }
    part.split(separator).forEach((text, index) => {
      if (index > 0) pieces.push([]);
      if (text !== "") pieces.at(-1)?.push(text);
    });
  }
  return pieces.every(isPiece) ? pieces : undefined;
}

/** Returns whether a definition can declare a piece of a key: no two values are adjacent, and keys can contain its literals. */
export function isPiece(piece: readonly (string | Hole)[]): boolean {
  const isPossible = (part: string | Hole, index: number) =>
    typeof part === "string" ? !/[/\\#?\u0000-\u001f\u007f-\u009f]/.test(part) : typeof piece[index + 1] !== "object";
  return piece.length > 0 && piece.every(isPossible);
}
