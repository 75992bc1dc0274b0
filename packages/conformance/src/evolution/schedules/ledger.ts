import type { WorldRows } from "./stored-notes.js";

interface Account {
  /** Tokens of the writes that were reported as successful. */
  readonly succeeded: Set<string>;
  readonly begun: Set<string>;
  /** True if a deletion has begun. It may have been applied. */
  mayBeDeleted: boolean;
  /** True if a deletion was reported as successful. */
  isDeleted: boolean;
  /** True if a program has begun to insert the note under its new keys. The note can then exist twice, as a pair. */
  isInserted: boolean;
}

/** Effect of a write: it appends to the log, deletes the note, or inserts it anew. */
export type Effect = "append" | "delete" | "insert";

/** Record of the writes of programs, and of what the tables must contain. */
export class Ledger {
  readonly findings: string[] = [];
  readonly #accounts: ReadonlyMap<string, Account>;

  constructor(ids: readonly string[]) {
    const none = { mayBeDeleted: false, isDeleted: false, isInserted: false };
    this.#accounts = new Map(ids.map((id) => [id, { succeeded: new Set(), begun: new Set(), ...none }]));
  }

  get written(): number {
    return [...this.#accounts.values()].reduce((sum, { succeeded }) => sum + succeeded.size, 0);
  }

  /** Records that a program begins a write. @param token the text that the write adds to the log */
  begin(id: string, effect: Effect, token: string): void {
    const account = this.#accounts.get(id) as Account;
    if (effect === "delete") account.mayBeDeleted = true;
    else account.begun.add(token);
    if (effect === "insert") account.isInserted = true;
  }

  succeed(id: string, effect: Effect, token: string): void {
    const account = this.#accounts.get(id) as Account;
    if (effect === "delete") account.isDeleted = true;
    else account.succeeded.add(token);
  }

  /** Checks what must be true at any time: nothing is lost, nothing is found twice, and index rows agree with their notes. */
  checkState({ notes, indexFaults }: WorldRows): void {
    for (const fault of indexFaults) this.#find(fault);
    for (const [id, { succeeded, mayBeDeleted, isInserted }] of this.#accounts) {
      const rows = notes.filter((note) => note.id === id);
      const visible = rows.filter(({ place }) => place !== "copy");
      if (visible.length > 1 && !isInserted) this.#find(`${id} is found twice`);
      if (mayBeDeleted) continue;
      if (rows.length === 0) this.#find(`${id} is nowhere for a moment`);
      for (const token of succeeded)
        if (!rows.some(({ log }) => log.includes(token))) this.#find(`${id} has lost ${token}`);
    }
  }

  /**
   * Checks what must be true once a last, undisturbed run of `migrate` has ended.
   * @param conflicts the number of pairs that the run has reported
   */
  checkEnd(rows: WorldRows, conflicts: number): void {
    this.checkState(rows);
    if (conflicts === 0 && rows.receipts > 0) this.#find("a receipt is left");
    for (const [id, { begun, isDeleted, isInserted, mayBeDeleted }] of this.#accounts) {
      const own = rows.notes.filter((note) => note.id === id);
      const isOnce = own.length === 1 && own[0]?.place === "current";
      const isPair = isInserted && conflicts > 0 && own.length === 2;
      if (!isOnce && !isPair && !(mayBeDeleted && own.length === 0))
        this.#find(`${id} is at the end ${own.map(({ place }) => place).join(" and ") || "nowhere"}`);
      if (isDeleted && !isInserted && own.length > 0) this.#find(`${id} has come back`);
      for (const { log } of own)
        for (const token of log.match(/[^;]+;/g) ?? [])
          if (!begun.has(token)) this.#find(`${id} has ${token}, which nobody wrote`);
    }
    const inserted = [...this.#accounts.values()].filter(({ isInserted }) => isInserted).length;
    if (conflicts > inserted) this.#find("a pair is reported although nobody inserted a note");
  }

  #find(finding: string): void {
    if (!this.findings.includes(finding)) this.findings.push(finding);
  }
}
