import { type AmbiguousAttempt, isRequestError, isServiceError, ServiceError } from "../../errors/call-errors.js";
import { isOutcomeUnknown, isTableError, type TableError } from "../../errors/table-error.js";
import { isTransactionError } from "../../errors/transaction-error.js";
import { monotonicNow } from "../../http/clock.js";
import type { RecoverOptions } from "../../http/http-message.js";
import { randomUuid } from "../../platform/node.js";
import { Changeset } from "../../rest/changeset.js";
import type { CallOptions, Connection, NotApplied } from "../../rest/connection.js";
import type { EntityAddress } from "../../rest/request-url.js";
import { entityWrites, Write } from "../../rest/write.js";
import type { EntityPayload, ETag } from "../../schema/entity-schema.js";
import { type Attempts, readBack } from "../deciding-reads.js";
import type { OutcomeRules, WrittenETags } from "../outcome/resolve-ambiguous-writes.js";
import { type BuiltTransaction, submitWrites } from "../submit-writes.js";
import { definiteError, hasEvidence, markAmbiguous, unknownError } from "../write-errors.js";

/*
 * A receipt is a row that tools and queries hide (`isReceiptKey`). It is written in the same transaction as other writes, under its own
 * ETag, so that it exists if and only if those writes were applied.
 */

/** Contents of a receipt: the id of the request that wrote it, and the ETag of the version that it replaced; empty if it was inserted. */
interface ReceiptContents {
  readonly request: string;
  readonly replaced: string;
}

/**
 * Plans the write of a request's receipt under the receipt's current ETag. If there is no receipt yet, plans an insert.
 * @param etag undefined if the receipt does not exist
 */
function planReceipt({ table, partitionKey, rowKey }: EntityAddress, request: string, etag: string | undefined): Write {
  const contents: ReceiptContents = { request, replaced: etag ?? "" };
  const body = JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey, ...contents });
  const row = { partitionKey, rowKey, body };
  const target = { name: "Receipt", table };
  return etag === undefined ? new Write("insert", target, row) : new Write("replace", target, row, etag);
}

/** Reads the contents of a receipt; undefined if there is no row, or if it has other contents. */
function readReceipt(row: EntityPayload | undefined): ReceiptContents | undefined {
  const { request, replaced } = (row ?? {}) as Partial<Record<keyof ReceiptContents, unknown>>;
  return typeof request === "string" && typeof replaced === "string" ? { request, replaced } : undefined;
}

/**
 * Outcome of one request, as far as the receipt shows it. `applied`: it was. `open`: it was not so far, but an attempt can still be.
 * `fenced`: it never will be, because this client has replaced the receipt. `replaced`: it never will be, because another request has
 * replaced the receipt. `gone`: the receipt was replaced, but nothing shows by whom.
 */
type ReceiptEvidence = "applied" | "open" | "fenced" | "replaced" | "gone";

class ReceiptRules implements OutcomeRules {
  readonly #receipt: Receipt;
  readonly #request: string;
  /** Number of writes in the request, not counting that of the receipt, which comes last. */
  readonly #count: number;
  /** ETag of the receipt under which the request is sent; undefined if the request inserts the receipt. */
  readonly #etag: string | undefined;
  readonly #fence: string = randomUuid();
  /** Error of the last attempt. If `resolve` cannot determine the outcome and is called again, it starts from this error again. */
  #error: TableError | undefined;
  /**
   * True once a read has shown that someone else replaced the receipt. Then no further attempt of the request can be applied, but an
   * earlier one may have been.
   */
  isOver = false;

  constructor(receipt: Receipt, request: string, count: number) {
    this.#receipt = receipt;
    this.#request = request;
    this.#count = count;
    this.#etag = receipt.etag;
  }

  async recover(
    connection: Connection,
    _sent: readonly Write[],
    _lost: readonly AmbiguousAttempt[],
    options: RecoverOptions,
  ): Promise<WrittenETags | NotApplied> {
    // After the last attempt, `resolve` reads the receipt to determine the outcome, so it is not read here.
    if (options.isLast) return "unknown";
    const evidence = await this.#read(connection, "once", options);
    if (evidence === "applied") return this.#etags();
    if (evidence === "replaced") throw this.#replacedError();
    return "ruled-out";
  }

  /**
   * Returns whether the receipt has to be read. A rejection is no reason not to read it: if the network delivered a request twice, the
   * response is that to the second delivery, and the first may have been applied.
   */
  isOpen(error: unknown): boolean {
    if (!isTableError(error) || hasEvidence(error) || error.code === "request.aborted") return false;
    if (isOutcomeUnknown(error)) return true;
    if (!isServiceError(error) || error.code === "table.not-found" || error.code === "response.malformed") return false;
    return error.status === 404 || error.status === 409 || error.status === 412;
  }

  async resolve(
    connection: Connection,
    _sent: readonly Write[],
    given: TableError,
    options: CallOptions | undefined,
  ): Promise<WrittenETags> {
    this.#error ??= given;
    const error = this.#error;
    if (error.code === "table.not-found") throw unknownError(error, "the table does not exist");
    for (let isFenced = false; ; isFenced = true) {
      const evidence = await this.#read(connection, "persistent", options).catch((cause) => {
        throw unknownError(error, "its receipt could not be read", cause);
      });
      if (evidence === "applied") return this.#etags();
      if (evidence === "fenced") throw definiteError(error, "receipt");
      if (evidence === "replaced") throw this.#replacedError();
      if (evidence === "gone")
        throw isOutcomeUnknown(error) ? unknownError(error, "another program changed its receipt") : error;
      if (isFenced) throw unknownError(error, "an earlier attempt may still be applied");
      this.#receipt.etag = await this.#replace(connection, options);
      if (this.#receipt.etag !== undefined) throw definiteError(error, "receipt");
    }
  }

  /**
   * Replaces the receipt under the ETag of the request, so that no attempt in flight can be applied any more. Tries again until a response
   * arrives or the time limit of the call is over.
   * @returns the new ETag; undefined if a read has to show whether the receipt was replaced
   */
  async #replace(connection: Connection, options: CallOptions | undefined): Promise<string | undefined> {
    const planned = planReceipt(this.#receipt.address, this.#fence, this.#etag);
    const operation = { ...entityWrites[planned.name], persistent: true } as const;
    return connection.send(operation, planned, options).then(String, () => undefined);
  }

  async #read(connection: Connection, attempts: Attempts, options: CallOptions | undefined): Promise<ReceiptEvidence> {
    const { row } = await readBack(connection, this.#receipt.address, options, attempts);
    const etag = row?.["odata.etag"];
    const { request, replaced } = readReceipt(row) ?? {};
    const isOwn = request === this.#request;
    if (!isOwn && request !== this.#fence && etag === this.#etag) return "open";
    this.#receipt.etag = etag;
    if (isOwn) return "applied";
    if (request === this.#fence) return "fenced";
    this.isOver = true;
    return replaced === (this.#etag ?? "") ? "replaced" : "gone";
  }

  #etags(): WrittenETags {
    return [...Array.from({ length: this.#count }, () => undefined), this.#receipt.etag as ETag];
  }

  /**
   * Creates the error of a request that was rejected because another request wrote the receipt first. The caller then sends the rejected
   * request again.
   */
  #replacedError(): ServiceError {
    const { table } = this.#receipt.address;
    const details = { status: 412, table, operationIndex: this.#count, evidence: "receipt" } as const;
    return new ServiceError("entity.condition-not-met", "The receipt has changed. Nothing was written.", details);
  }
}

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
export class Receipt {
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
