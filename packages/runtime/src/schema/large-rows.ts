import type { LargeMembers } from "../edm/writable-property.js";
import type { EntityId } from "./entity-types.js";
import type { Limits } from "./limits.js";
import type { Property } from "./property.js";

/**
 * Functions for the rows of entities with values in parts. V8 maps new memory for each text of more than 128 kB, which takes longer than
 * writing or reading it, so these functions never make one text of a large row.
 */
export interface LargeRows {
  createBody(): LargeBody;
  /** Parses a row. Returns undefined if it has no large value, or not the form that the service writes. */
  parseRow(body: Uint8Array, parse: (text: string) => unknown): object | undefined;
  /** Removes the members of empty parts, which only a merge needs. */
  withoutEmptyParts(properties: Readonly<Record<string, Property>>, members: string): string;
}

/** Body of a row whose large values are kept apart from its other members. */
export interface LargeBody extends LargeMembers {
  /**
   * Builds the row.
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

/** Body of a row in bytes. */
export interface RowBytes {
  /** Returns the body in UTF-8, without its text. Absent if the body is short. */
  readonly toBytes?: (() => Uint8Array) | undefined;
}
