import { Changeset } from "../../batch/changeset.js";
import type { CallOptions, Connection } from "../../connection/connection.js";
import { type AmbiguousAttempt, isRequestError } from "../../errors/request-error.js";
import type { TableError } from "../../errors/table-error.js";
import { isTransactionError } from "../../errors/transaction-error.js";
import type { EntityAddress } from "../../odata/entity-address.js";
import { isUnknown, markAmbiguous } from "../../write/evidence/ambiguous-error.js";
import type { WrittenETags } from "../../write/evidence/outcome-rules.js";
import { readBack } from "../../write/evidence/read-back.js";
import { buildPart, type PlannedWrite, planRow, type RowWrite } from "../../write/planned-write.js";
import { type BuiltTransaction, submitWrites } from "../../write/submit-writes.js";
import { absent, baseOf, type Marker, newMarker, noFacts, writeFacts } from "../facts.js";
import { factsMember } from "../marked-write.js";
import { hasEvidence } from "../outcome-errors.js";
import { type GuardRow, GuardRules, guardSchema } from "./guard-rules.js";

/** Maximum number of times that a request is sent while other programs change its guard row (private row of this client). */
const maxRounds = 10;

/** Request whose outcome is still unknown, for example because the guard row (private row of this client) could not be read. */
interface PendingRequest {
  readonly rules: GuardRules;
  readonly error: TableError;
  readonly writes: readonly RowWrite[];
}

/**
 * Guard row: a private row of this client in a partition. Each request to the partition also writes the guard row, in the same transaction
 * and under the guard row's ETag. So a request is applied at most once, and one read of the guard row shows whether it was. Once the guard
 * row has a new ETag, no attempt of the request can be applied any more. Used for one request at a time.
 */
export class Guard implements GuardRow {
  readonly address: EntityAddress;
  /** ETag of the guard row (private row of this client) as last written or read; undefined if it did not exist then. */
  etag: string | undefined;
  #pending: PendingRequest | undefined;
  /** Writes of requests that were applied although their response was lost. `submit` does not send them again. */
  readonly #applied = new Set<RowWrite>();
  /** Errors of writes whose outcome stays unknown, because another program changed the guard row. `submit` throws them again. */
  readonly #unknown = new Map<RowWrite, unknown>();

  constructor(address: EntityAddress) {
    this.address = address;
  }

  /** True if the outcome of the last request that wrote this guard row (private row of the client) is still unknown. */
  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /**
   * Sends the given writes and the write of the guard row (private row of this client) in one transaction. First determines the outcome of
   * the last request with this guard row, if it is unknown.
   * @param earlier attempts of earlier requests with these writes that may still be applied
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
    const parts = changeset.parts();
    for (let round = 1; ; round++) {
      const marker = newMarker();
      const rules = new GuardRules(this, marker, writes.length);
      const guard = this.writeOf(marker);
      const all = {
        writes: [...writes, guard.write],
        changeset: Changeset.of([...parts, buildPart(connection, guard)]),
      };
      try {
        const etags = await submitWrites(connection, all, options, undefined, rules);
        this.etag = etags.at(-1);
        return etags.slice(0, -1);
      } catch (error) {
        const own = isTransactionError(error) && error.index === writes.length ? error.cause : undefined;
        if (isUnknown(error) && !rules.isOver) this.#pending = { rules, error: (own ?? error) as TableError, writes };
        // The error of a request that was never sent does not show the outcome of earlier requests with the same writes.
        if (isRequestError(error) && !hasEvidence(error)) throw markAmbiguous(error, earlier);
        if (own === undefined || isUnknown(error) || round >= maxRounds) throw own ?? error;
        this.etag = (await readBack(connection, this.address, options)).row?.["odata.etag"];
      }
    }
  }

  /**
   * Plans the write that stores a fact (record of a request) in the guard row: an insert if the row does not exist yet, otherwise a
   * replacement under its ETag.
   */
  writeOf(marker: Marker): PlannedWrite {
    const { table, partitionKey, rowKey } = this.address;
    const base = this.etag === undefined ? absent : baseOf(this.etag);
    const facts = writeFacts(marker, base, noFacts, guardSchema);
    const keys = JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey });
    const row = { partitionKey, rowKey, body: `${keys.slice(0, -1)}${factsMember(guardSchema, facts)}}` };
    const target = { name: "Guard", table };
    return this.etag === undefined ? planRow("insert", target, row) : planRow("replace", target, row, this.etag);
  }

  /**
   * Determines the outcome of the last request, if it is unknown. @throws TableError the error of that request again, if its outcome
   * remains unknown
   */
  async #settle(connection: Connection, options: CallOptions | undefined): Promise<void> {
    if (this.#pending === undefined) return;
    const { rules, error, writes } = this.#pending;
    try {
      await rules.resolve(connection, [], error, options);
      for (const write of writes) this.#applied.add(write);
    } catch (thrown) {
      if (isUnknown(thrown) && !rules.isOver) throw thrown;
      if (isUnknown(thrown)) for (const write of writes) this.#unknown.set(write, thrown);
    }
    this.#pending = undefined;
  }
}
