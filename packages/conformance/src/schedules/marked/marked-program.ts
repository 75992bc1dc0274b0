import { seededRandom } from "../../soak/random.js";

/** Worlds, each with the clients that markers allow there. */
const worlds = ["shared", "exclusive", "guarded"] as const;

export type MarkedWorld = (typeof worlds)[number];

/** Call of a client with markers. Its writes carry a tag that no other call has. */
export type MarkedOp = "modify" | "etag" | "set" | "replace" | "insert" | "delete" | "transaction" | "bulk";

/** Action of a program without markers. `restore` writes a row back as it read it, `older` does so under its ETag. */
export type ForeignOp = "merge" | "replace" | "restore" | "older" | "delete" | "insert";

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

const ops: Readonly<Record<MarkedWorld, readonly MarkedOp[]>> = {
  shared: ["modify", "modify", "etag", "set", "replace", "insert", "delete", "transaction", "bulk"],
  exclusive: ["modify", "modify", "modify", "etag", "set", "replace", "insert"],
  guarded: ["insert", "delete", "set", "modify", "etag"],
};

const foreignOps: readonly ForeignOp[] = ["merge", "replace", "restore", "older", "delete", "insert"];

/** Draws the program of a seed: two or three clients, and in half of the worlds that allow it a program without markers. */
export function drawMarkedProgram(seed: number): MarkedProgram {
  const random = seededRandom(seed ^ 0x2545f491);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const world = pick(worlds);
  const clients = Array.from({ length: pick([2, 2, 3]) }, () =>
    Array.from(
      { length: pick([1, 2, 3]) },
      (): MarkedCall => ({ by: "marked", op: pick(ops[world]), row: pick([1, 1, 2]) }),
    ),
  );
  if (world !== "exclusive" && random() < 0.5) {
    clients.push(
      Array.from(
        { length: pick([1, 2]) },
        (): MarkedCall => ({ by: "foreign", op: pick(foreignOps), row: pick([1, 1, 2]) }),
      ),
    );
  }
  return { world, clients, rows: random() < 0.8 ? [1, 2] : [] };
}
