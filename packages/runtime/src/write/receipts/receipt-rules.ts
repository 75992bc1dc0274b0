import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { isServiceError, ServiceError } from "../../errors/service-error.js";
import { isOutcomeUnknown, isTableError, type TableError } from "../../errors/table-error.js";
import type { RecoverOptions } from "../../http/http-message.js";
import { randomUuid } from "../../platform/crypto.js";
import type { CallOptions, Connection, NotApplied } from "../../rest/connection.js";
import type { EntityAddress } from "../../rest/request-url.js";
import { entityWrites, type Write } from "../../rest/write.js";
import type { ETag } from "../../schema/entity-types.js";
import { definiteError, hasEvidence, unknownError } from "../outcome/outcome-errors.js";
import type { OutcomeRules, WrittenETags } from "../outcome/outcome-rules.js";
import { type Attempts, readBack } from "../outcome/read-back.js";
import { planReceipt, readReceipt } from "./receipt-row.js";

/** Receipt, with the ETag that it had when this client last wrote or read it. */
export interface KnownReceipt {
  readonly address: EntityAddress;
  /** Undefined if the receipt did not exist. */
  etag: string | undefined;
}

/**
 * Outcome of one request, as far as the receipt shows it. `applied`: it was. `open`: it was not so far, but an attempt can still be.
 * `fenced`: it never will be, because this client has replaced the receipt. `replaced`: it never will be, because another request has
 * replaced the receipt. `gone`: the receipt was replaced, but nothing shows by whom.
 */
type ReceiptEvidence = "applied" | "open" | "fenced" | "replaced" | "gone";

/** Rules that determine the outcome of one request that also writes a receipt. */
export class ReceiptRules implements OutcomeRules {
  readonly #receipt: KnownReceipt;
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

  constructor(receipt: KnownReceipt, request: string, count: number) {
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
