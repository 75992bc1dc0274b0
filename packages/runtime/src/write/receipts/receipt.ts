import { type AmbiguousAttempt, isRequestError } from "../../errors/request-error.js";
import { isOutcomeUnknown, type TableError } from "../../errors/table-error.js";
import { isTransactionError } from "../../errors/transaction-error.js";
import { monotonicNow } from "../../http/clock.js";
import { randomUuid } from "../../platform/crypto.js";
import { Changeset } from "../../rest/changeset.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { EntityAddress } from "../../rest/request-url.js";
import type { Write } from "../../rest/write.js";
import { hasEvidence, markAmbiguous } from "../outcome/outcome-errors.js";
import type { WrittenETags } from "../outcome/outcome-rules.js";
import { readBack } from "../outcome/read-back.js";
import { type BuiltTransaction, submitWrites } from "../submit-writes.js";
import { planReceipt } from "./receipt-row.js";
import { type KnownReceipt, ReceiptRules } from "./receipt-rules.js";

/** Maximum number of times that a request is sent because other programs keep changing its receipt. */
const maxRounds = 10;

/**
 * Time after which a receipt is read again before it is used, in milliseconds. It may have been deleted: `sweep` deletes receipts that were
 * not used for a while, at least 16 minutes.
 */
const maxIdleMs = 10 * 60_000;

/** Request whose outcome is still unknown, for example because the receipt could not be read. */
interface PendingRequest {
  readonly rules: ReceiptRules;
  readonly error: TableError;
  readonly writes: readonly Write[];
}

/**
 * Receipt of the requests that this client sends to a partition, one at a time. Each request also writes the receipt, in the same
 * transaction and under the receipt's ETag. So a request is applied at most once, and one read of the receipt shows whether it was applied.
 * Once the receipt has a new ETag, no attempt of an earlier request can be applied any more.
 */
export class Receipt implements KnownReceipt {
  readonly address: EntityAddress;
  /** ETag of the receipt as last written or read; undefined if it did not exist then. */
  etag: string | undefined;
  #usedAt = Number.POSITIVE_INFINITY;
  #pending: PendingRequest | undefined;
  /** Writes of requests that were applied although their response was lost. `submit` does not send them again. */
  readonly #applied = new Set<Write>();
  /** Errors of writes whose outcome stays unknown, because another program changed the receipt. `submit` throws them again. */
  readonly #unknown = new Map<Write, unknown>();

  constructor(address: EntityAddress) {
    this.address = address;
  }

  /** True if the outcome of the last request that wrote this receipt is still unknown. */
  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /**
   * Sends the given writes and that of the receipt in one transaction. First determines the outcome of the last request with this receipt,
   * if it is unknown.
   * @param earlier the attempts that previous requests made with these writes and that may still be applied
   * @returns new ETag of each write's row; undefined for a delete, and for a write that was applied although its response was lost
   * @throws TransactionError if the service rejected a write; RequestError without an `outcome` if no attempt was or will be applied
   */
  async submit(
    connection: Connection,
    { writes, changeset }: BuiltTransaction,
    options: CallOptions | undefined,
    earlier?: readonly AmbiguousAttempt[],
  ): Promise<WrittenETags> {
    await this.#settle(connection, options);
    if (writes.some((write) => this.#applied.has(write))) return writes.map(() => undefined);
    const unknown = writes.find((write) => this.#unknown.has(write));
    if (unknown !== undefined) throw this.#unknown.get(unknown);
    if (monotonicNow() - this.#usedAt > maxIdleMs) await this.#renew(connection, options);
    const parts = changeset.parts();
    for (let round = 1; ; round++) {
      const request = randomUuid();
      const rules = new ReceiptRules(this, request, writes.length);
      const receipt = planReceipt(this.address, request, this.etag);
      const all = {
        writes: [...writes, receipt],
        changeset: Changeset.of([...parts, receipt.toPart(connection)]),
      };
      this.#usedAt = monotonicNow();
      try {
        const etags = await submitWrites(connection, all, options, undefined, rules);
        this.etag = etags.at(-1);
        return etags.slice(0, -1);
      } catch (error) {
        const own = isTransactionError(error) && error.index === writes.length ? error.cause : undefined;
        if (isOutcomeUnknown(error) && !rules.isOver)
          this.#pending = { rules, error: (own ?? error) as TableError, writes };
        // This request was never sent. Its error says nothing about earlier requests with the same writes, so it is marked with their
        // attempts.
        if (isRequestError(error) && !hasEvidence(error)) throw markAmbiguous(error, earlier);
        if (own === undefined || isOutcomeUnknown(error) || round >= maxRounds) throw own ?? error;
        await this.#renew(connection, options);
      }
    }
  }

  async #renew(connection: Connection, options: CallOptions | undefined): Promise<void> {
    this.etag = (await readBack(connection, this.address, options)).row?.["odata.etag"];
  }

  /**
   * Determines the outcome of the last request, if it is unknown. @throws TableError the error of that request again, if its outcome stays
   * unknown
   */
  async #settle(connection: Connection, options: CallOptions | undefined): Promise<void> {
    if (this.#pending === undefined) return;
    const { rules, error, writes } = this.#pending;
    try {
      await rules.resolve(connection, [], error, options);
      for (const write of writes) this.#applied.add(write);
    } catch (thrown) {
      if (isOutcomeUnknown(thrown) && !rules.isOver) throw thrown;
      if (isOutcomeUnknown(thrown)) for (const write of writes) this.#unknown.set(write, thrown);
    }
    this.#pending = undefined;
  }
}
