import { flatText } from "../edm/node-buffer.js";
import type { EntityPayload, MarkerSchema } from "../schema/entity-schema.js";
import { conditionalWrite, isOutdated } from "../write/conditional-write.js";
import { PlannedWrite, RowWrite } from "../write/planned-write.js";
import { entityNotFound } from "../write/row-errors.js";
import { absent, type Base, baseOf, type Facts, type Marker, noFacts, readFacts, writeFacts } from "./facts.js";

/**
 * Conditional write of an entity with a marker: an insert, or a write under an ETag. The service applies it at most once, however often it
 * is sent, and not at all once another write has replaced the version.
 */
export class MarkedWrite extends RowWrite {
  readonly schema: MarkerSchema;
  readonly marker: Marker;
  /** Base of the write's fact. */
  readonly base: Base;
  /** Facts of the row after the write, in base64; empty for a delete. */
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
 * Write of an entity with a marker that is sent only once its row was read: an upsert, or a write to any version. It then becomes a {@link
 * MarkedWrite} with the same marker.
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

/** Returns whether a write is of an entity with a marker. */
export function isMarked(write: RowWrite): write is MarkedWrite | UnreadWrite {
  return write instanceof MarkedWrite || write instanceof UnreadWrite;
}

/** Adds a fact to a conditional write. @param facts those of the version that it replaces */
export function markWrite(
  { write, body }: Pick<PlannedWrite, "write" | "body">,
  schema: MarkerSchema,
  marker: Marker,
  facts: Facts,
): PlannedWrite {
  const marked = new MarkedWrite(write, schema, marker, facts);
  if (marked.facts === "") return new PlannedWrite(marked, body);
  return new PlannedWrite(marked, `${body.slice(0, -1)}${factsMember(schema, marked.facts)}}`);
}

/** Returns facts as a JSON member, with a leading comma. */
export function factsMember(schema: MarkerSchema, facts: string): string {
  if (schema !== last.schema) {
    const { property } = schema;
    last = { schema, prefix: flatText(`,"${property}@odata.type":"Edm.Binary","${property}":"`) };
  }
  return `${last.prefix}${facts}"`;
}

/** Cache of the beginning of a member. Most members begin like the one before. */
let last: { readonly schema: MarkerSchema | undefined; readonly prefix: string } = { schema: undefined, prefix: "" };

/**
 * Completes a write with the ETag and the facts of its row.
 * @param row undefined if there is none
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
  // The service rejects this write, because its ETag is not that of the row, so its facts do not matter.
  if (isOutdated(write, row)) return markWrite(planned, schema, marker, noFacts);
  if (write.name === "insert") return markWrite(planned, schema, marker, noFacts);
  const conditional = conditionalWrite(planned, row);
  if (conditional !== undefined) return markWrite(conditional, schema, marker, readFacts(row?.[schema.property]));
  if (write.name === "delete") return undefined;
  throw entityNotFound(write.entity, write);
}
