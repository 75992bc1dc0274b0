import type { LargeMembers } from "../codec/edm/writable-property.js";
import type { EntityId } from "./entity-types.js";
import type { Limits } from "./limits.js";
import type { Property } from "./property.js";

/**
 * Functions for rows with values that are split over several stored properties. They never build one string of a large row: V8 maps new
 * memory for each string of more than 128 kB, which takes longer than writing or reading the string.
 */
export interface LargeRows {
  createBody(): LargeBody;
  /**
   * Parses a row from the bytes of a response. Returns undefined if the row has no large value, or if its JSON cannot be parsed this way;
   * the caller then parses the whole body as text.
   */
  parseRow(body: Uint8Array, parse: (text: string) => unknown): object | undefined;
  /** Removes the JSON members of empty parts. A merge needs them to clear parts of the former value; a replace does not. */
  withoutEmptyParts(properties: Readonly<Record<string, Property>>, members: string): string;
}

/** JSON body of a row that is being built, with its large values kept apart from its other members. */
export interface LargeBody extends LargeMembers {
  /**
   * Builds the row from its large values and its other members.
   * @param build function that builds and checks a row from all its members
   * @param members members other than the large values
   */
  complete<Row extends { readonly body: string }>(
    build: BuildRow<Row>,
    entity: string,
    id: EntityId,
    members: string,
    limits: Limits,
  ): Row & RowBytes;
}

type BuildRow<Row> = (entity: string, id: EntityId, members: string, limits: Limits) => Row;

/** Row whose JSON body can be sent as bytes, without building one large string. */
export interface RowBytes {
  /** Returns the JSON body in UTF-8 without building it as one string. Absent if the body is short enough to send the string. */
  readonly toBytes?: (() => Uint8Array) | undefined;
}
