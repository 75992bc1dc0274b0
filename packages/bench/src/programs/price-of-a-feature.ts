/*
 * Does the same work with and without a feature against a service in another process, in short turns, because the speed of a machine varies
 * more than the two costs differ. Arguments: the connection string and the feature. Sends both CPU times.
 *
 * Each turn does the two kinds of work in random order. In a fixed order, garbage collections, which come after equal amounts of work, fell
 * more often into the turns of one kind: the ratio of transactions was anything from 0.88 to 1.5.
 */
import { TableServiceClient, toPlain } from "@tablewright/runtime";
import {
  CompressedNote,
  GloballyUniqueNote,
  IndexedNote,
  Note,
  NoteIndexedElsewhere,
  NoteInParts,
  StampedNote,
  UniqueNote,
} from "../tables.gen/index.js";

/** CPU time of the client for all turns with the feature, and for all without, in microseconds. */
export interface PriceOfFeature {
  readonly priced: number;
  readonly plain: number;
}

const [connectionString = "", feature = ""] = process.argv.slice(2);

await using service = TableServiceClient.fromConnectionString(connectionString);
await service.createTables([
  Note,
  IndexedNote,
  NoteIndexedElsewhere,
  UniqueNote,
  GloballyUniqueNote,
  NoteInParts,
  CompressedNote,
  StampedNote,
]);

/** Runs one turn, in which the numbers of new notes begin with `first`. */
type Turn = (first: number) => Promise<void>;
type Exactly = { readonly exactly?: "once" };

// Each is created once, so that no turn counts it.
const notes = service.entities(Note);
const indexed = service.entities(IndexedNote);
const indexedElsewhere = service.entities(NoteIndexedElsewhere);
const unique = service.entities(UniqueNote);
const globallyUnique = service.entities(GloballyUniqueNote);
const inParts = service.entities(NoteInParts);
const compressed = service.entities(CompressedNote);
const stamped = service.entities(StampedNote);

/** Returns a new box, and a function that makes the notes of the box. */
function newBox() {
  const box = { boxId: crypto.randomUUID() };
  const note = (n: number) => ({
    ...box,
    noteId: `n${n}`,
    topic: `${box.boxId.slice(0, 8)}-${n}`,
    text: "Ring the bell twice, and wait for the porter.",
    tags: ["bell", "porter", "door"],
    writtenAt: new Date(0),
    stars: n,
  });
  return { box, note };
}

type NewNote = ReturnType<ReturnType<typeof newBox>["note"]>;

/** Inserts a hundred notes a turn. */
function insertBy(insert: (note: NewNote) => Promise<unknown>): Turn {
  const { note } = newBox();
  return async (first) => {
    for (let n = first; n < first + 100; n++) await insert(note(n));
  };
}

/** Inserts fifty notes a turn, in one transaction. */
function insertTogether(exactly: Exactly): Turn {
  const { box, note } = newBox();
  return (first) =>
    service
      .transaction(
        Note.partition(box),
        (tx) => {
          for (let n = first; n < first + 50; n++) tx.insert(Note, note(n));
        },
        exactly,
      )
      .then(() => undefined);
}

/** Changes one note a hundred times a turn, each time under the ETag of the last. */
async function mergeOften(exactly: Exactly): Promise<Turn> {
  const { note } = newBox();
  const notes = service.entities(Note, exactly);
  let { $etag } = await notes.insert(note(0));
  return async (first) => {
    for (let n = first; n < first + 100; n++)
      ({ $etag } = await notes.merge(note(0), { stars: n }, { ifMatch: $etag }));
  };
}

/**
 * Changes sixteen notes side by side, each eight times a turn. With one change in progress, both processes sleep between requests, and most
 * of the difference is time for waking them.
 */
async function changeSideBySide(change: (note: NewNote, n: number) => Promise<unknown>): Promise<Turn> {
  const { note } = newBox();
  const all = Array.from({ length: 16 }, (_, n) => note(n));
  for (const one of all) await service.entities(Note).insert(one);
  const changeOften = async (one: NewNote) => {
    for (let n = 0; n < 8; n++) await change(one, n);
  };
  return () => Promise.all(all.map(changeOften)).then(() => undefined);
}

/** Reads a thousand notes a turn, and uses each. */
async function readAll(use: (note: Note) => unknown): Promise<Turn> {
  const { box, note } = newBox();
  const filled = notes.bulk(Array.from({ length: 1000 }, (_, n) => ({ insert: note(n) })));
  for await (const outcome of filled) if (!outcome.ok) throw outcome.error;
  return async () => {
    for await (const one of notes.query(box)) use(one);
  };
}

const once: Exactly = { exactly: "once" };
const plainInsert = () => insertBy((note) => notes.insert(note));
const increment = (exactly: Exactly) => {
  const of = service.entities(Note, exactly);
  return changeSideBySide((note) => of.modify(note, ({ stars }) => ({ set: { stars: stars + 1 } })));
};

/** Work with and without each feature. */
const features: Readonly<Record<string, Readonly<Record<keyof PriceOfFeature, () => Turn | Promise<Turn>>>>> = {
  "insert-once": { plain: plainInsert, priced: () => insertBy((note) => notes.insert(note, once)) },
  "merge-once": { plain: () => mergeOften({}), priced: () => mergeOften(once) },
  "transaction-once": { plain: () => insertTogether({}), priced: () => insertTogether(once) },
  "modify-once": { plain: () => increment({}), priced: () => increment(once) },
  index: { plain: plainInsert, priced: () => insertBy((note) => indexed.insert(note)) },
  "index-elsewhere": { plain: plainInsert, priced: () => insertBy((note) => indexedElsewhere.insert(note)) },
  unique: { plain: plainInsert, priced: () => insertBy((note) => unique.insert(note)) },
  "unique-global": { plain: plainInsert, priced: () => insertBy((note) => globallyUnique.insert(note)) },
  parts: { plain: plainInsert, priced: () => insertBy((note) => inParts.insert(note)) },
  compress: { plain: plainInsert, priced: () => insertBy((note) => compressed.insert(note)) },
  "on-write": { plain: plainInsert, priced: () => insertBy(({ writtenAt: _, ...note }) => stamped.insert(note)) },
  modify: {
    plain: () => changeSideBySide((note, n) => notes.merge(note, { stars: n }, { ifMatch: "*" })),
    priced: () => increment({}),
  },
  "to-plain": { plain: () => readAll((note) => note), priced: () => readAll((note) => toPlain(note)) },
};

const work = features[feature];
if (work === undefined) throw new Error(`There is no feature ${feature}.`);
const run = { priced: await work.priced(), plain: await work.plain() };

// Transactions need more turns, because their time varies most.
const turns = feature === "transaction-once" ? 1500 : 300;
const warmUp = turns / 10;
const cost = { priced: 0, plain: 0 };
for (let turn = 0; turn < warmUp + turns; turn++) {
  const order = Math.random() < 0.5 ? (["priced", "plain"] as const) : (["plain", "priced"] as const);
  for (const how of order) {
    const before = process.cpuUsage();
    await run[how](turn * 100);
    const { user, system } = process.cpuUsage(before);
    if (turn >= warmUp) cost[how] += user + system;
  }
}
process.send?.(cost satisfies PriceOfFeature);
process.disconnect();
