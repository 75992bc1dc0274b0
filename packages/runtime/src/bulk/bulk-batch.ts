import { Changeset } from "../batch/changeset.js";
import { bodyOfPart } from "../batch/write-part.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { type PlannedWrite, setBody } from "../write/planned-write.js";

/** An item that waits to be written. A class for the reason that `PlannedWrite` is one. */
export class WaitingWrite<Item> {
  readonly index: number;
  readonly item: Item;
  /** With an empty body while its batch holds it. */
  readonly planned: PlannedWrite;
  /** UTF-16 units of its part of the change set. */
  readonly length: number;

  constructor(index: number, item: Item, planned: PlannedWrite, length: number) {
    this.index = index;
    this.item = item;
    this.planned = planned;
    this.length = length;
  }
}

/** The writes of one request. */
export class BulkBatch<Item> {
  readonly writes: WaitingWrite<Item>[] = [];
  readonly changeset: Changeset = new Changeset();
  /** Whether it was sent: no more writes join it then. */
  isSent = false;
  /** Attempts of earlier requests with exactly these writes that may have been applied. */
  ambiguousAttempts: readonly AmbiguousAttempt[] | undefined;
  readonly #rowKeys = new Set<string>();

  add(write: WaitingWrite<Item>, part: string): void {
    this.#rowKeys.add(write.planned.rowKey);
    this.writes.push(write);
    this.changeset.add(part);
  }

  /** Whether one more write fits, and is of another row. */
  hasRoomFor({ planned }: WaitingWrite<Item>, part: string, maxOperations: number, maxBytes: number): boolean {
    if (this.writes.length === 0) return true;
    const hasRoom = this.writes.length < maxOperations && this.changeset.hasRoom(part, maxBytes);
    return hasRoom && !this.#rowKeys.has(planned.rowKey);
  }

  /** Each write with its part of the change set. */
  *entries(): Generator<readonly [WaitingWrite<Item>, part: string], void> {
    for (const [index, part] of this.changeset.parts().entries())
      yield [this.writes[index] as WaitingWrite<Item>, part];
  }

  /** The only write, with its body. */
  single(): PlannedWrite {
    const [[{ planned }, part]] = [...this.entries()] as [[WaitingWrite<Item>, string]];
    setBody(planned, bodyOfPart(part));
    return planned;
  }
}
