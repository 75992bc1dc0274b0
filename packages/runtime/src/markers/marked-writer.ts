import type { CallOptions, Connection } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { TableError } from "../errors/table-error.js";
import type { EntityPayload, MarkerSchema } from "../schema/entity-schema.js";
import {
  type Effects,
  type PlannedWrite,
  type RowWrite,
  type WriteName,
  type WriteResult,
  withBody,
  withEffects,
} from "../write/planned-write.js";
import type { RowEncoder, RowTypes } from "../write/row-encoder.js";
import type { WriteBatch, WriteItem, Writer } from "../write/writer.js";
import { takeName } from "./client-names.js";
import { newMarker, noFacts, readFacts } from "./facts.js";
import { completeWrite, isMarked, markWrite, UnreadWrite } from "./marked-write.js";
import { rowVersionsOf } from "./row-versions.js";

type Sends = typeof import("./send-marked.js");

let sends: Sends | undefined;

/** Imports the functions that send writes with markers. Called before the first such write, so that other programs do not load them. */
async function loadSends(): Promise<Sends> {
  sends = await import("./send-marked.js");
  return sends;
}

/** Effects of a write that is planned without its row: the row must be read before the write is sent. */
const unread: Effects = { needsRow: true };

/**
 * Writer that adds a fact (record of the write) to each write of an entity with a marker property, and leaves all other writes to a plain
 * writer. Every write of such an entity is conditional from its first attempt. The fact, which the row stores, shows the outcome if the
 * response is lost. README.md of this folder describes the protocol.
 */
export class MarkedWriter implements Writer {
  readonly connection: Connection;
  /** A request of a bulk may contain one more operation: the write of the guard row (private row of the client). */
  readonly addedOperations = 1;
  readonly #plain: Writer;
  readonly #isExact: boolean;

  /**
   * @param plain writer of the rows without markers
   * @param isExact true if guard rows (private rows of this client) determine the outcomes that facts leave unknown
   */
  constructor(plain: Writer, isExact: boolean) {
    this.connection = plain.connection;
    this.#plain = plain;
    this.#isExact = isExact;
  }

  plan<T extends RowTypes>(rows: RowEncoder<T>, item: WriteItem<T>): PlannedWrite {
    const planned = this.#plain.plan(rows, item);
    const marker = rows.schema?.marker;
    if (marker === undefined) return planned;
    const marked = this.#mark(planned, marker, item);
    return marked.write instanceof UnreadWrite ? withEffects(marked, unread) : marked;
  }

  planOperation<T extends RowTypes>(rows: RowEncoder<T>, item: WriteItem<T>, condition: unknown): PlannedWrite {
    const planned = this.#plain.planOperation(rows, item, condition);
    const marker = rows.schema?.marker;
    return marker === undefined ? planned : this.#mark(planned, marker, item);
  }

  /**
   * Adds a fact (record of the write) to a write if the row version that it replaces is known. Otherwise returns an {@link UnreadWrite},
   * which waits until its row is read.
   */
  #mark(planned: PlannedWrite, schema: MarkerSchema, item: object): PlannedWrite {
    const { write } = planned;
    checkDelete(write, schema);
    const marker = schema.exclusive === true ? takeName(write) : newMarker();
    if (write.name === "insert") return markWrite(planned, schema, marker, noFacts);
    if (write.ifMatch !== undefined && write.ifMatch !== "*") {
      const facts = this.#factsOf(write, write.ifMatch, item);
      // Without the facts of the replaced version (records of its last writes), the write would remove them from the row. Other clients
      // might then not learn the outcomes of their writes, and if the definition promises complete facts (`exclusive`), they would even
      // reach wrong conclusions.
      if (facts !== undefined || schema.exclusive !== true) return markWrite(planned, schema, marker, readFacts(facts));
    }
    return withBody(new UnreadWrite(write, schema, marker), planned.body);
  }

  /**
   * Finds the facts (records of the last writes) of the row version with this ETag: among the last known versions, or in the entity that
   * the caller passed. Returns undefined if neither has them.
   */
  #factsOf(write: RowWrite, ifMatch: string, item: object): string | undefined {
    const known = rowVersionsOf(this.connection).find(write);
    if (known?.etag === ifMatch) return known.facts ?? noFacts;
    for (const given of Object.values(item) as readonly Partial<{ $etag: string; $marker: string }>[]) {
      if (typeof given === "object" && given?.$marker !== undefined && given.$etag === ifMatch) return given.$marker;
    }
    return undefined;
  }

  needsRow(rows: RowEncoder, name: WriteName, changes?: object): boolean {
    const marker = rows.schema?.marker;
    if (marker === undefined || name === "insert") return this.#plain.needsRow(rows, name, changes);
    return true;
  }

  /** Completes a write with the ETag of its row and the facts in it (records of its last writes). @throws TableError `entity.not-found` */
  complete(rows: RowEncoder, planned: PlannedWrite, row: EntityPayload | undefined): PlannedWrite | undefined {
    const schema = rows.schema?.marker;
    if (schema === undefined) return this.#plain.complete(rows, planned, row);
    checkDelete(planned.write, schema);
    const { write } = planned;
    const marker = write instanceof UnreadWrite ? write.marker : schema.exclusive ? takeName(write) : newMarker();
    return completeWrite(planned, schema, marker, row);
  }

  join(earlier: RowWrite, later: RowWrite, effects: readonly Effects[]): PlannedWrite | string {
    return this.#plain.join(earlier, later, effects);
  }

  send(
    planned: PlannedWrite,
    options: CallOptions | undefined,
    earlier?: readonly AmbiguousAttempt[],
  ): Promise<WriteResult> {
    if (!isMarked(planned.write)) return this.#plain.send(planned, options, earlier);
    const send = ({ sendMarked }: Sends) => sendMarked(this.connection, planned, options, earlier, this.#isExact);
    return sends === undefined ? loadSends().then(send) : send(sends);
  }

  async submit(
    batch: WriteBatch,
    options: CallOptions | undefined,
    earlier?: readonly AmbiguousAttempt[],
  ): Promise<readonly WriteResult[]> {
    if (!batch.writes.some(isMarked)) return this.#plain.submit(batch, options, earlier);
    const { submitMarked } = sends ?? (await loadSends());
    return submitMarked(this.connection, batch, options, earlier, this.#isExact);
  }
}

/** Returns whether the definition promises that no program deletes rows of the entity. */
function isKept({ deletes, exclusive }: MarkerSchema): boolean {
  return deletes === "never" || exclusive === true;
}

function checkDelete({ name, entity }: RowWrite, schema: MarkerSchema): void {
  if (name !== "delete" || !isKept(schema)) return;
  const option = schema.exclusive === true ? "exclusive: true" : 'deletes: "never"';
  const problem = `${entity} has a marker with ${option}, so its rows are never deleted: a deletion would make outcomes of other writes wrong.`;
  throw new TableError("write.never-deleted", `${problem} Mark a row as deleted by a property, or remove the option.`, {
    entity,
  });
}
