import { BulkError, type BulkFailure } from "../errors/bulk-error.js";
import { type AmbiguousAttempt, RequestError } from "../errors/request-error.js";
import { isOutcomeUnknown, TableError } from "../errors/table-error.js";
import { isThenable } from "../platform/built-ins.js";
import type { Write, WriteResult } from "../rest/write.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";
import { addWrittenValues } from "../write/writer.js";
import type { BulkItemWritten, BulkOptions, BulkOutcome } from "./bulk.js";
import { findAmbiguousAttempts } from "./classify-failure.js";

/** Maximum number of failures that an error lists, because a bulk may have millions. */
const maxFailures = 10;

/** Counts of a bulk's outcomes, and its first failures. */
export class BulkTally {
  written = 0;
  failed = 0;
  /** Number of failed items that may have been written. */
  unknown = 0;
  /** Attempts that may have written the last item counted in `unknown`; empty if there is none. */
  lastAttempts: readonly AmbiguousAttempt[] = [];
  /** First failures, at most `maxFailures`. */
  readonly failures: BulkFailure[] = [];

  add(outcome: BulkOutcome<unknown>): void {
    if (outcome.ok) {
      this.written++;
      return;
    }
    const { index, error } = outcome;
    this.failed++;
    if (this.failures.length < maxFailures) this.failures.push({ index, error });
    if (!isOutcomeUnknown(error)) return;
    this.unknown++;
    this.lastAttempts = findAmbiguousAttempts(error) ?? [];
  }

  /** Creates the BulkError with the counts and the first failures. @param cause the error that ended the bulk early */
  toError(cause?: unknown): BulkError {
    const { written, failed, failures, unknown } = this;
    return new BulkError({ written, failed, failures, outcome: unknown > 0 ? "unknown" : undefined, cause });
  }
}

/** Creates the error of writes that were not sent, or not sent again, because the bulk was aborted. */
export function notAttempted(ambiguousAttempts: readonly AmbiguousAttempt[] | undefined): TableError {
  if (ambiguousAttempts === undefined) {
    return new TableError("bulk.not-attempted", "The bulk was aborted before this item was sent.");
  }
  const message = "The bulk was aborted before this item was sent again.";
  return new RequestError("request.aborted", message, { attempts: ambiguousAttempts.length, ambiguousAttempts });
}

/** Creates the error of writes that were not sent because another row of the same call had failed. */
export function stoppedBefore(): TableError {
  return new TableError("bulk.not-attempted", "Another row failed before this one was sent.");
}

/**
 * Creates the error of writes that were not sent because the service does not respond.
 * @param requests the number of consecutive lost requests
 */
export function noResponse(requests: number, cause: unknown): TableError {
  const problem = `This item was not sent: ${requests} requests in a row to its partition got no usable response.`;
  return new TableError("bulk.not-attempted", problem, { cause });
}

/** Numbers of items by outcome, and the attempts that may have written the last item whose outcome is unknown. */
interface BulkCounts {
  readonly written: number;
  readonly unknown: number;
  readonly lastAttempts: readonly AmbiguousAttempt[];
}

/** Creates the error that ends an aborted bulk. @param reason the `reason` of the caller's signal */
export function bulkAborted(reason: unknown, { written, unknown, lastAttempts }: BulkCounts): RequestError {
  const facts = [
    ...(written > 0 ? [` It wrote ${items(written)} before.`] : []),
    ...(unknown > 0 ? [` The outcome of ${items(unknown)} is unknown.`] : []),
  ].join("");
  const message = `The bulk was aborted by the caller's signal.${facts}`;
  const ambiguousAttempts = unknown > 0 ? lastAttempts : undefined;
  return new RequestError("request.aborted", message, {
    attempts: lastAttempts.length,
    ambiguousAttempts,
    cause: reason,
  });
}

const items = (count: number) => (count === 1 ? "1 item" : `${count} items`);

/** Calls `onProgress`, and counts the promises that it returned and that are still pending. A bulk ends only after they have settled. */
export class ProgressReports {
  readonly #onProgress: BulkOptions["onProgress"];
  readonly #fail: (error: unknown) => void;
  readonly #onSettled: () => void;
  #pending = 0;

  /**
   * @param fail called with the error if the callback throws or its promise rejects
   * @param onSettled called each time that a promise of the callback has settled
   */
  constructor(onProgress: BulkOptions["onProgress"], fail: (error: unknown) => void, onSettled: () => void) {
    this.#onProgress = onProgress;
    this.#fail = fail;
    this.#onSettled = onSettled;
  }

  get areSettled(): boolean {
    return this.#pending === 0;
  }

  report({ written, failed }: BulkTally): void {
    try {
      const reported: unknown = this.#onProgress?.({ done: written + failed, failed });
      if (isThenable(reported)) void this.#settle(reported);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #settle(reported: PromiseLike<unknown>): Promise<void> {
    this.#pending++;
    try {
      await reported;
    } catch (error) {
      this.#fail(error);
    }
    this.#pending--;
    this.#onSettled();
  }
}

/** Outcome of an item that was written. Its `values` are built only when they are read, so that they cost nothing otherwise. */
export class WrittenItem<Item> implements BulkItemWritten<Item> {
  readonly ok = true;
  readonly index: number;
  readonly item: Item;
  readonly $etag: ETag | undefined;
  readonly existed: boolean | undefined;
  readonly #write: Write | undefined;
  readonly #schema: EntitySchema<EntityTypes> | undefined;

  /** @param write the write of the item; undefined for the deletion of a row that does not exist */
  constructor(
    { index, item }: { readonly index: number; readonly item: Item },
    result: WriteResult | undefined,
    write: Write | undefined,
    schema: EntitySchema<EntityTypes> | undefined,
  ) {
    this.index = index;
    this.item = item;
    this.$etag = typeof result === "string" ? result : undefined;
    this.existed = write === undefined || write.name === "delete" ? result === true : undefined;
    this.#write = write;
    this.#schema = schema;
  }

  get values(): object {
    if (this.#schema === undefined) return {};
    const { name, values } = this.#write ?? {
      name: "delete",
      values: (this.item as { readonly delete?: object }).delete,
    };
    return addWrittenValues({}, this.#schema, name, values);
  }

  /** Returns this outcome for the item that the caller passed. */
  of<Own>(item: Own): WrittenItem<Own> {
    const { index, $etag, existed } = this;
    return new WrittenItem({ index, item }, $etag ?? existed, this.#write, this.#schema);
  }
}
