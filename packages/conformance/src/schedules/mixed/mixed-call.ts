import type { Values } from "../../key-shapes/compile-entities.js";
import { callFactors, isPossible } from "../../pairs/call.js";
import type { Choice } from "../../pairs/covering-array.js";
import { type DrawnEntity, fixedNames } from "../../pairs/drawn-entity.js";

/** Ids of the entities that all clients write. Shards put both into one partition. */
export const ids = ["1", "3"] as const;
export const part = "a";

/** Write of one entity, as data. */
export interface MixedWrite {
  readonly id: string;
  /** Parts of a call of the pairs: operation, condition and way. */
  readonly choice: Choice;
  /** Version of the values to write, 0 to 2. */
  readonly version: number;
  /** True if the entity is to get the unique values of the other entity. */
  readonly isTaken: boolean;
  /** Time from the beginning of the call until the entity expires, in milliseconds. */
  readonly expiresInMs: number;
}

/** Call of a client: one write, or several in one transaction or bulk. */
export type MixedCall = readonly MixedWrite[];

/** Calls of each client, and the entities that exist before them. */
export interface MixedProgram {
  readonly drawn: DrawnEntity;
  readonly rows: readonly { readonly write: MixedWrite; readonly ageMs: number }[];
  readonly clients: readonly (readonly MixedCall[])[];
}

/** Ages on both sides of the 20 minutes after which an index row that belongs to no entity is deleted, in milliseconds. */
const ages = [300, 5_000, 1_080_000, 1_500_000, 3_600_000] as const;
const lifetimes = [-3_600_000, 2_000, 20_000, 86_400_000, 86_400_000, 86_400_000] as const;

type Random = () => number;

/** Draws two to four clients of one to four calls each, and some entities that exist before them. */
export function drawMixed(random: Random, entities: readonly DrawnEntity[]): MixedProgram {
  const drawn = pick(random, entities);
  const rows = ids
    .filter(() => random() < 0.6)
    .map((id) => ({ write: drawWrite(random, drawn, id), ageMs: pick(random, ages) }));
  const clients = Array.from({ length: pick(random, [2, 2, 2, 3, 4]) }, () =>
    Array.from({ length: pick(random, [1, 2, 2, 3, 4]) }, () => drawCall(random, drawn)),
  );
  return { drawn, rows, clients };
}

function drawCall(random: Random, drawn: DrawnEntity): MixedCall {
  const [one, other] = ids;
  if (random() >= 0.2) return [drawWrite(random, drawn, random() < 0.8 ? one : other)];
  const way = random() < 0.7 ? "transaction" : "bulk";
  return [drawWrite(random, drawn, one, way), drawWrite(random, drawn, other, way)];
}

function drawWrite(random: Random, drawn: DrawnEntity, id: string, way?: string): MixedWrite {
  const version = Math.floor(3 * random());
  const expiresInMs = drawn.canExpire ? pick(random, lifetimes) : 0;
  for (;;) {
    const choice: Choice = {
      write: pick(random, callFactors["write"] ?? []),
      condition: pick(random, callFactors["condition"] ?? []),
      way: way ?? pick(random, ["single", "single", "single", "bulk", "transaction"]),
      values: pick(random, ["all", "all", "note", "taken"]),
      row: "present",
    };
    if (isPossible(choice, drawn) || (choice["write"] === "insert" && choice["condition"] === "none"))
      return { id, choice, version, isTaken: choice["values"] === "taken", expiresInMs };
  }
}

/**
 * Returns the values that a write gives.
 * @param own a text that no other write stores as its note
 * @param read the entity as it was read before; undefined if there was none
 */
export function valuesOf(
  drawn: DrawnEntity,
  { id, choice, version, isTaken, expiresInMs }: MixedWrite,
  own: string,
  read: Values | undefined,
): Values {
  const { write = "", values } = choice;
  const given: Record<string, unknown> =
    values === "note" && write !== "insertOrMerge" ? { part, id } : { ...drawn.values(version, part, id) };
  given["note"] = own;
  for (const { expires } of drawn.options)
    if (expires !== undefined && given[expires] !== undefined)
      given[expires] = new Date(Math.floor(Date.now()) + expiresInMs);
  const other = drawn.values(2, part, id === ids[0] ? ids[1] : ids[0]);
  for (const [, { unique }] of drawn.indexes) if (isTaken && unique !== undefined) given[unique] = other[unique];
  const isWhole = write === "replace" || write.startsWith("insertOr");
  for (const name of fixedNames(drawn)) if (isWhole && read !== undefined) given[name] = read[name];
  return given;
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}
