/** One write of a row. Rows are named by partition and number: `A1`. */
export type WriteSpec =
  | {
      readonly op: "insert" | "insertOrMerge" | "insertOrReplace";
      readonly row: string;
      readonly sku: string;
      readonly quantity: Quantity;
    }
  | {
      readonly op: "replace";
      readonly row: string;
      readonly sku: string;
      readonly quantity: Quantity;
      readonly ifMatch: Condition;
    }
  /** Without `sku` it changes the quantity alone. */
  | {
      readonly op: "merge";
      readonly row: string;
      readonly sku?: string;
      readonly quantity: Quantity;
      readonly ifMatch: Condition;
    }
  | { readonly op: "delete"; readonly row: string; readonly ifMatch: Condition };

/** `known`: the ETag that this client saw last; it reads the row first where it saw none. */
export type Condition = "known" | "*";

/** `next`: one more than this client saw last. */
export type Quantity = number | "next";

/** One call of a client, as data: a schedule can be printed, and made smaller. */
export type CallSpec =
  | WriteSpec
  | { readonly op: "modify"; readonly row: string; readonly sku?: string }
  | { readonly op: "transaction" | "bulk"; readonly writes: readonly WriteSpec[] }
  | { readonly op: "deleteWhere" | "deletePartition" | "query"; readonly partition: string }
  | { readonly op: "getMany"; readonly rows: readonly string[] }
  | { readonly op: "createTable" | "createTableIfNotExists" | "deleteTable"; readonly table: string };

/** The calls of each client, and the rows that are there before them. */
export interface Program {
  readonly mix: string;
  readonly rows: readonly InitialRow[];
  readonly clients: readonly (readonly CallSpec[])[];
}

export interface InitialRow {
  readonly row: string;
  /** How long before the first call it was written, in milliseconds. */
  readonly ageMs: number;
}

/** What a call came to. */
export interface CallResult {
  readonly client: number;
  readonly call: number;
  readonly spec: CallSpec;
  /** Virtual milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly settled: { readonly value: unknown } | { readonly error: unknown };
}

/** A line of a call in print. */
export function formatCall(spec: CallSpec): string {
  const { op, ...rest } = spec;
  if ("writes" in spec) return `${op} [${spec.writes.map(formatCall).join(", ")}]`;
  return `${op} ${Object.values(rest).map(String).join(" ")}`;
}
