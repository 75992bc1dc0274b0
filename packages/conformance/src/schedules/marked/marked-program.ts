import { seededRandom } from "../../soak/random.js";

/** Call of a client with write markers. The values that it writes contain a tag that no other call has. */
export type MarkedOp = "modify" | "etag" | "set" | "replace" | "insert" | "delete" | "transaction" | "bulk";

/** Action of a program without markers. `restore` writes a row back as it was read; `older` does so under the ETag that was read. */
export type ForeignOp = "merge" | "replace" | "restore" | "older" | "delete" | "insert";

export interface World {
  /** Operations of clients with markers. */
  readonly ops: readonly MarkedOp[];
  /** True if programs without markers write the rows too. */
  readonly isOpen: boolean;
  /** Maximum number of facts (records of its last writes) in a row. */
  readonly facts: number;
  /** True if a row has one fact (record of the last write) for each client. No program without markers may then write it. */
  readonly isExclusive: boolean;
}

const sharedOps = ["modify", "modify", "etag", "set", "replace", "insert", "delete", "transaction", "bulk"] as const;
const exclusiveOps = ["modify", "modify", "modify", "etag", "set", "replace", "insert"] as const;

/**
 * Environments of schedules, each with the guarantees that markers give there. In `forgetful` and `crowded`, rows record fewer writes than
 * there can be writers.
 */
export const worlds = {
  shared: { ops: sharedOps, isOpen: true, facts: 32, isExclusive: false },
  forgetful: { ops: sharedOps, isOpen: true, facts: 1, isExclusive: false },
  exclusive: { ops: exclusiveOps, isOpen: false, facts: 64, isExclusive: true },
  crowded: { ops: exclusiveOps, isOpen: false, facts: 2, isExclusive: true },
  guarded: {
    ops: ["insert", "delete", "set", "replace", "modify", "etag", "bulk", "bulk"],
    isOpen: true,
    facts: 32,
    isExclusive: false,
  },
} as const satisfies Record<string, World>;

export type MarkedWorld = keyof typeof worlds;

export interface MarkedCall {
  readonly by: "marked" | "foreign";
  readonly op: MarkedOp | ForeignOp;
  /** Number of the row. */
  readonly row: number;
}

export interface MarkedProgram {
  readonly world: MarkedWorld;
  /** Calls of each client. */
  readonly clients: readonly (readonly MarkedCall[])[];
  /** Rows that exist at the beginning. */
  readonly rows: readonly number[];
}

const names = Object.keys(worlds) as MarkedWorld[];
const foreignOps: readonly ForeignOp[] = ["merge", "replace", "restore", "older", "delete", "insert"];

/**
 * Draws the program of a seed: two to four clients, and in half of the worlds that allow it a program without markers.
 * @param intruder action of a program without markers, in worlds that forbid such programs
 */
export function drawMarkedProgram(seed: number, intruder?: ForeignOp): MarkedProgram {
  const random = seededRandom(seed ^ 0x2545f491);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const world = pick(names);
  const { ops, isOpen } = worlds[world];
  const draw = (by: MarkedCall["by"], from: readonly MarkedCall["op"][], counts: readonly number[]) =>
    Array.from({ length: pick(counts) }, (): MarkedCall => ({ by, op: pick(from), row: pick([1, 1, 2]) }));
  const clients = Array.from({ length: pick([2, 2, 3, 4]) }, () => draw("marked", ops, [1, 2, 3]));
  if (isOpen && random() < 0.5) clients.push(draw("foreign", foreignOps, [1, 2, 3]));
  if (!isOpen && intruder !== undefined) clients.push(draw("foreign", [intruder], [1, 2]));
  return { world, clients, rows: random() < 0.8 ? [1, 2] : [] };
}
