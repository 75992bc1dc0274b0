import { findKind } from "../../query/kinds-reader.js";
import type { Hooks } from "../../schema/hooks.js";
import { storedNames } from "../../schema/property.js";
import type { WriterHooks } from "../../write/writer.js";
import { rememberRow } from "../rows-read.js";
import { addIndexes } from "./index-client.js";
import { IndexedWriter, isIndexed } from "./indexed-writer.js";

/** Feature that writes index rows with their entities, and adds a reader for each index to the client of an entity. */
export const indexes: Hooks<WriterHooks> = {
  layer: (writer) => (isIndexed(writer) ? writer : new IndexedWriter(writer)),
  namesToDelete({ indexes = [], properties }) {
    const indexed = new Set(indexes.flatMap(({ entry }) => Object.keys(entry.properties)));
    const stored = Object.entries(properties).filter(([name, { keyOnly }]) => indexed.has(name) && !keyOnly);
    return stored.flatMap(([name, property]) => storedNames(name, property));
  },
  isCompanion({ indexes = [], kindProperty, hooks }, row) {
    const entries = indexes.map(({ entry }) => entry);
    if (findKind(entries, row) !== undefined) return true;
    // The row may belong to an index of an entity that is still under a former kind.
    const kinds = hooks.former?.kinds.flatMap((kind) => indexes.map(({ name }) => `${kind}.${name}`)) ?? [];
    return kindProperty !== undefined && kinds.includes(row[kindProperty] as string);
  },
  seen: rememberRow,
  addMembers: addIndexes,
};
