/** What a row holds, in one text; undefined where it does not exist. */
export type RowState = string | undefined;

/** What a call said it came to. `denied` is an error that says nothing of doubt: the write was not applied. */
export type CallOutcome = "confirmed" | "denied" | "unknown";

/** The last call that was about a row. */
export interface RowEntry {
  /** `customerId/orderNo/lineNo` */
  readonly row: string;
  /** Kind and number of the call, and how it ended. */
  readonly call: string;
  readonly claim: CallOutcome;
  readonly before: RowState;
  readonly after: RowState;
  /** Rows of one transaction have the same; those of others none. */
  readonly transaction?: string;
}

/** What became of the calls that add one to a row that both processes write. */
export interface CounterEntry {
  /** `customerId` of the counter. */
  readonly counter: string;
  readonly confirmed: number;
  readonly unknown: number;
}

/** Why what a call said is not what happened. */
export type ViolationKind =
  /** Confirmed, and not there. */
  | "lost"
  /** More than was written, or what nobody wrote. */
  | "doubled"
  /** A success of what must be refused, or what was confirmed and never applied. */
  | "falsely confirmed"
  /** A certain failure of what was applied, or for a reason that did not exist. */
  | "falsely denied"
  /** A transaction of which a part is there. */
  | "torn"
  /** A read that gave something else than what was written. */
  | "misread";

export interface Violation {
  readonly kind: ViolationKind;
  readonly what: string;
}

/** What one process did and was told. */
export interface CallJournal {
  readonly calls: Readonly<Record<string, number>>;
  readonly claim: Readonly<Record<CallOutcome, number>>;
  readonly rows: readonly RowEntry[];
  readonly counters: readonly CounterEntry[];
  /** What was wrong by itself, whatever the table holds in the end. */
  readonly violations: readonly Violation[];
}

/** A row as the table holds it in the end. */
export interface FoundRow {
  readonly customerId: string;
  readonly orderNo: number;
  readonly lineNo: number;
  readonly sku: string;
  readonly quantity: number;
}

export function stateOf({ sku, quantity }: Pick<FoundRow, "sku" | "quantity">): string {
  return `${sku}|${quantity}`;
}

/** Partitions that both processes count in: by `modify`, and by transactions that add a row of a ledger. */
const isShared = (customerId: string): boolean => customerId.startsWith("count-") || isLedger(customerId);
const isLedger = (customerId: string): boolean => customerId.startsWith("ledger-");

/** Compares what all processes were told with what the table holds. */
export function auditJournals(journals: readonly CallJournal[], found: readonly FoundRow[]): readonly Violation[] {
  const rows = new Map(found.map((row) => [`${row.customerId}/${row.orderNo}/${row.lineNo}`, row]));
  const entries = journals.flatMap((journal) => journal.rows);
  const violations = [
    ...journals.flatMap((journal) => journal.violations),
    ...entries.flatMap((entry) => auditRow(entry, stateOfRow(rows.get(entry.row)))),
    ...auditTransactions(entries, (row) => stateOfRow(rows.get(row))),
    ...auditCounters(journals, found),
  ];
  const known = new Set(entries.map(({ row }) => row));
  for (const [id, { customerId, orderNo }] of rows) {
    const isCounter = isShared(customerId) && orderNo === 0;
    if (!isCounter && !known.has(id)) violations.push({ kind: "doubled", what: `${id} was written by no call` });
  }
  return violations;
}

function stateOfRow(row: FoundRow | undefined): RowState {
  return row && stateOf(row);
}

function auditRow({ row, call, claim, before, after }: RowEntry, is: RowState): readonly Violation[] {
  const isRight =
    claim === "confirmed" ? is === after : claim === "denied" ? is === before : is === before || is === after;
  if (isRight) return [];
  const what = `${row} is ${is}; ${claim} by ${call}, which makes ${after} of ${before}`;
  if (claim === "denied" && is === after) return [{ kind: "falsely denied", what }];
  if (claim === "confirmed" && is === before) return [{ kind: "falsely confirmed", what }];
  return [{ kind: is === undefined ? "lost" : "doubled", what }];
}

function auditTransactions(entries: readonly RowEntry[], is: (row: string) => RowState): readonly Violation[] {
  const applied = new Map<string, Set<boolean>>();
  for (const { row, transaction, after } of entries) {
    if (transaction === undefined) continue;
    applied.set(transaction, (applied.get(transaction) ?? new Set()).add(is(row) === after));
  }
  return [...applied].flatMap(([what, states]) => (states.size > 1 ? [{ kind: "torn" as const, what }] : []));
}

function auditCounters(journals: readonly CallJournal[], found: readonly FoundRow[]): readonly Violation[] {
  const violations: Violation[] = [];
  for (const { customerId, quantity } of found.filter((row) => isShared(row.customerId) && row.orderNo === 0)) {
    const claims = journals.flatMap(({ counters }) => counters.filter(({ counter }) => counter === customerId));
    const min = claims.reduce((sum, { confirmed }) => sum + confirmed, 0);
    const max = claims.reduce((sum, { unknown }) => sum + unknown, min);
    const what = `${customerId} is ${quantity}; confirmed were ${min}, confirmed or unknown ${max}`;
    if (quantity < min) violations.push({ kind: "lost", what });
    if (quantity > max) violations.push({ kind: "doubled", what });
    if (!isLedger(customerId)) continue;
    const ledger = found.filter((row) => row.customerId === customerId && row.orderNo > 0).length;
    if (ledger !== quantity) violations.push({ kind: "torn", what: `${what}; its ledger has ${ledger} rows` });
  }
  return violations;
}
