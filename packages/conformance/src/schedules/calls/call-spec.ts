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
  /** Changes only the quantity if `sku` is missing. */
  | {
      readonly op: "merge";
      readonly row: string;
      readonly sku?: string;
      readonly quantity: Quantity;
      readonly ifMatch: Condition;
    }
  | { readonly op: "delete"; readonly row: string; readonly ifMatch: Condition };

/** Condition of a write. `known`: the ETag that this client saw last; the client reads the row first if it saw none. */
export type Condition = "known" | "*";

/** Quantity to write. `next`: one more than this client saw last. */
export type Quantity = number | "next";

/** One call of a client as data, so that a schedule can be printed and made smaller. */
export type CallSpec =
  | WriteSpec
  | { readonly op: "modify"; readonly row: string; readonly sku?: string }
  | { readonly op: "transaction" | "bulk"; readonly writes: readonly WriteSpec[] }
  | { readonly op: "deleteWhere" | "deletePartition" | "query"; readonly partition: string }
  | { readonly op: "getMany"; readonly rows: readonly string[] }
  | { readonly op: "createTable" | "createTableIfNotExists" | "deleteTable"; readonly table: string };

/** Calls of each client, and the rows that exist before them. */
export interface Program {
  readonly mix: string;
  readonly rows: readonly InitialRow[];
  readonly clients: readonly (readonly CallSpec[])[];
}

export interface InitialRow {
  readonly row: string;
  /** Time between the write of this row and the first call, in milliseconds. */
  readonly ageMs: number;
}

/** Result of a call. */
export interface CallResult {
  readonly client: number;
  readonly call: number;
  readonly spec: CallSpec;
  /** Start in virtual milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly settled: { readonly value: unknown } | { readonly error: unknown };
}

/** Formats a call in a line. */
export function formatCall(spec: CallSpec): string {
  const { op, ...rest } = spec;
  if ("writes" in spec) return `${op} [${spec.writes.map(formatCall).join(", ")}]`;
  return `${op} ${Object.values(rest).map(String).join(" ")}`;
}
