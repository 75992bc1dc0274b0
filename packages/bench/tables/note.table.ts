import { edm, entity } from "tablewright";

const properties = {
  boxId: edm.string({ maxLength: 40 }),
  noteId: edm.string({ maxLength: 40 }),
  topic: edm.string({ maxLength: 40 }),
  text: edm.string(),
  tags: edm.json<readonly string[]>(),
  writtenAt: edm.dateTime(),
  stars: edm.int32({ min: 0 }),
};

/** A note without features, with which the others are compared. */
export const Note = entity({
  table: "Notes",
  kind: "note",
  properties,
  partitionKey: (k) => ["box", k.boxId],
  rowKey: (k) => ["note", k.noteId],
});

export const IndexedNote = entity({
  table: "IndexedNotes",
  kind: "note",
  properties,
  partitionKey: (k) => ["box", k.boxId],
  rowKey: (k) => ["note", k.noteId],
  indexes: { byTopic: { rowKey: (k) => ["topic", k.topic, k.noteId] } },
});

export const NoteIndexedElsewhere = entity({
  table: "NotesIndexedElsewhere",
  kind: "note",
  properties,
  partitionKey: (k) => ["box", k.boxId],
  rowKey: (k) => ["note", k.noteId],
  indexes: { byTopic: { partitionKey: (k) => ["topic", k.topic], rowKey: (k) => [k.boxId, k.noteId] } },
});

export const UniqueNote = entity({
  table: "UniqueNotes",
  kind: "note",
  properties,
  partitionKey: (k) => ["box", k.boxId],
  rowKey: (k) => ["note", k.noteId],
  indexes: { byTopic: { rowKey: (k) => ["topic", k.topic], unique: true } },
});

export const GloballyUniqueNote = entity({
  table: "GloballyUniqueNotes",
  kind: "note",
  properties,
  partitionKey: (k) => ["box", k.boxId],
  rowKey: (k) => ["note", k.noteId],
  indexes: { byTopic: { partitionKey: (k) => ["topic", k.topic], rowKey: () => ["note"], unique: "global" } },
});

export const NoteInParts = entity({
  table: "NotesInParts",
  kind: "note",
  properties: { ...properties, text: edm.string({ parts: 4 }) },
  partitionKey: (k) => ["box", k.boxId],
  rowKey: (k) => ["note", k.noteId],
});

export const CompressedNote = entity({
  table: "CompressedNotes",
  kind: "note",
  properties: { ...properties, tags: edm.json<readonly string[]>({ compress: "gzip" }) },
  partitionKey: (k) => ["box", k.boxId],
  rowKey: (k) => ["note", k.noteId],
});

export const StampedNote = entity({
  table: "StampedNotes",
  kind: "note",
  properties: { ...properties, writtenAt: edm.dateTime({ onWrite: "now" }) },
  partitionKey: (k) => ["box", k.boxId],
  rowKey: (k) => ["note", k.noteId],
});
