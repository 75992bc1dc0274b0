import { flatText } from "../edm/node-buffer.js";
import type { EntityPayload, MarkerSchema } from "../schema/entity-schema.js";
import { conditionalWrite, isOutdated } from "../write/conditional-write.js";
import { type PlannedWrite, RowWrite, withBody } from "../write/planned-write.js";
import { entityNotFound } from "../write/row-errors.js";
import { absent, type Base, baseOf, type Facts, type Marker, noFacts, readFacts, writeFacts } from "./facts.js";

/**
 * Conditional write of an entity with a marker property (record of the last writes of a row): an insert, or a write under an ETag. However
 * often it is sent, the service applies it at most once, and not at all once another write has replaced the row's version.
 */
export class MarkedWrite extends RowWrite {
  readonly schema: MarkerSchema;
  readonly marker: Marker;
  /**
   * Identifier of the version that the write replaces, made from the ETag of that version; zeros for an insert. The fact (record) that the
   * write leaves in its row contains this identifier.
   */
  readonly base: Base;
  /** Facts (records of its last writes) that the row stores after this write, in base64; empty for a delete. */
  readonly facts: string;

  constructor(write: RowWrite, schema: MarkerSchema, marker: Marker, facts: Facts) {
    super(write.name, { name: write.entity, table: write.table }, write, write.ifMatch);
    this.schema = schema;
    this.marker = marker;
    this.base = write.ifMatch === undefined ? absent : baseOf(write.ifMatch);
    this.facts = write.name === "delete" ? "" : writeFacts(marker, this.base, facts, schema);
  }
}

/**
 * Write of an entity with a marker that needs a read of its row first, such as an upsert or a write to any version (`*`). After the read it
 * becomes a {@link MarkedWrite} with the same marker.
 */
export class UnreadWrite extends RowWrite {
  readonly schema: MarkerSchema;
  readonly marker: Marker;

  constructor(write: RowWrite, schema: MarkerSchema, marker: Marker) {
    super(write.name, { name: write.entity, table: write.table }, write, write.ifMatch);
    this.schema = schema;
    this.marker = marker;
  }
}

/** Returns whether a write is one of an entity with a marker property, which records the last writes of a row. */
export function isMarked(write: RowWrite): write is MarkedWrite | UnreadWrite {
  return write instanceof MarkedWrite || write instanceof UnreadWrite;
}

/**
 * Adds the fact (record) of a conditional write to the body that it sends. @param facts facts of the row version that the write replaces
 */
export function markWrite(
  { write, body }: Pick<PlannedWrite, "write" | "body">,
  schema: MarkerSchema,
  marker: Marker,
  facts: Facts,
): PlannedWrite {
  const marked = new MarkedWrite(write, schema, marker, facts);
  const hasFacts = marked.facts !== "";
  return withBody(marked, hasFacts ? `${body.slice(0, -1)}${factsMember(schema, marked.facts)}}` : body);
}

/** Returns the JSON member that stores these facts (records of the last writes) in the body of a row, with a leading comma. */
export function factsMember(schema: MarkerSchema, facts: string): string {
  if (schema !== last.schema) {
    const { property } = schema;
    last = { schema, prefix: flatText(`,"${property}@odata.type":"Edm.Binary","${property}":"`) };
  }
  return `${last.prefix}${facts}"`;
}

/** Beginning of the JSON member that `factsMember` built last. Cached, because most members begin like the one before. */
let last: { readonly schema: MarkerSchema | undefined; readonly prefix: string } = { schema: undefined, prefix: "" };

/**
 * Completes a write with the current ETag of its row, and adds the write's fact (record) to those of the row.
 * @param row undefined if the row does not exist
 * @returns undefined for the deletion of a row that does not exist
 * @throws TableError `entity.not-found`
 */
export function completeWrite(
  planned: Pick<PlannedWrite, "write" | "body">,
  schema: MarkerSchema,
  marker: Marker,
  row: Partial<EntityPayload> | undefined,
): PlannedWrite | undefined {
  const { write } = planned;
  // The service will reject this write, because the row has another ETag. So the facts (records of writes) that it contains do not matter.
  if (isOutdated(write, row)) return markWrite(planned, schema, marker, noFacts);
  if (write.name === "insert") return markWrite(planned, schema, marker, noFacts);
  const conditional = conditionalWrite(planned, row);
  if (conditional !== undefined) return markWrite(conditional, schema, marker, readFacts(row?.[schema.property]));
  if (write.name === "delete") return undefined;
  throw entityNotFound(write.entity, write);
}
