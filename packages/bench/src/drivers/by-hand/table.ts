import type { StoredKeys } from "../../subjects/subject.js";

/** What its author writes for one table: what is sent, and what is made of a row. */
export interface HandWritten<Entity> {
  /** As OData wants it, keys and annotations included; `JSON.stringify` leaves out what is undefined. */
  toPayload(entity: Entity): object;
  /** Typed values of a row; without annotations they are told by the name. */
  fromRow(row: Row): Entity & { readonly etag: string | undefined };
}

/** A row after `JSON.parse`. */
export interface Row extends StoredKeys {
  readonly "odata.etag"?: string;
  // biome-ignore lint/suspicious/noExplicitAny: its author knows what each column holds.
  readonly [name: string]: any;
}
