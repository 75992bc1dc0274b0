/** Note as the table stores it. */
export interface StoredNote {
  readonly id: string;
  readonly log: string;
  /** True if it is stored under its new keys. */
  readonly isMoved: boolean;
  readonly isMarked: boolean;
}

interface Account {
  /** Tokens of the writes whose success was reported to a program. */
  readonly succeeded: Set<string>;
  readonly begun: Set<string>;
  /** True if a deletion has begun. It may have been applied. */
  mayBeDeleted: boolean;
  /** True if a program of the former definition succeeded in deleting the note. */
  isDeleted: boolean;
  /** True if a program of the current definition has begun to write the note. */
  isWrittenByLater: boolean;
}

/** Properties of a whole schedule that decide which final rows are correct. */
export interface Ending {
  /** True if programs of both definitions changed the same entities. Both rows of such an entity are kept. */
  readonly hasConflicts: boolean;
  /** True if `migrate` ran once, without faults or kills. */
  readonly isUndisturbed: boolean;
  /** Notes that `migrate` reports as possibly deleted by a program during their move. */
  readonly withoutOldRow: ReadonlySet<string>;
}

/** Record of the writes of programs, and of what the table must contain. */
export class Ledger {
  readonly findings: string[] = [];
  readonly #accounts: ReadonlyMap<string, Account>;

  constructor(ids: readonly string[]) {
    this.#accounts = new Map(
      ids.map((id) => [
        id,
        { succeeded: new Set(), begun: new Set(), mayBeDeleted: false, isDeleted: false, isWrittenByLater: false },
      ]),
    );
  }

  get written(): number {
    return [...this.#accounts.values()].reduce((sum, { succeeded }) => sum + succeeded.size, 0);
  }

  /**
   * Records that a program begins to write or delete a note.
   * @param token undefined for a deletion
   */
  begin(id: string, token: string | undefined, isEarlier: boolean): void {
    const account = this.#accounts.get(id) as Account;
    if (token === undefined) account.mayBeDeleted = true;
    else account.begun.add(token);
    if (!isEarlier) account.isWrittenByLater = true;
  }

  succeed(id: string, token: string | undefined, isEarlier: boolean): void {
    const account = this.#accounts.get(id) as Account;
    if (token !== undefined) account.succeeded.add(token);
    else if (isEarlier) account.isDeleted = true;
  }

  /** Checks that each note exists and that each write that succeeded is in one of its rows. Both must be true at any time. */
  checkState(notes: readonly StoredNote[]): void {
    for (const [id, { succeeded, mayBeDeleted }] of this.#accounts) {
      if (mayBeDeleted) continue;
      const logs = notes.filter((note) => note.id === id).map(({ log }) => log);
      if (logs.length === 0) this.#find(`${id} is nowhere for a moment`);
      for (const token of succeeded)
        if (!logs.some((log) => log.includes(token))) this.#find(`${id} has lost ${token}`);
    }
  }

  checkEnd(notes: readonly StoredNote[], { hasConflicts, isUndisturbed, withoutOldRow }: Ending): void {
    this.checkState(notes);
    for (const [id, { begun, isDeleted, isWrittenByLater, mayBeDeleted }] of this.#accounts) {
      const rows = notes.filter((note) => note.id === id);
      const isOnce = rows.length === 1 && rows.every(({ isMoved, isMarked }) => isMoved && !isMarked);
      if (!isOnce && !(hasConflicts && rows.length === 2) && !(mayBeDeleted && rows.length === 0))
        this.#find(`${id} is there ${rows.length} times, ${rows.filter(({ isMoved }) => isMoved).length} moved`);
      for (const { log } of rows)
        for (const token of log.match(/[^;]+;/g) ?? [])
          if (!begun.has(token)) this.#find(`${id} has ${token}, which nobody wrote`);
      if (isUndisturbed && isDeleted && !isWrittenByLater && rows.length > 0 && !withoutOldRow.has(id))
        this.#find(`${id} has come back`);
    }
  }

  #find(finding: string): void {
    if (!this.findings.includes(finding)) this.findings.push(finding);
  }
}
