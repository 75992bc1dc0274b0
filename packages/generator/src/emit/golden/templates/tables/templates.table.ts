import { edm, entity } from "tablewright";

/** A template, a separator for each key, and a last text that takes what is left. */
export const LimitWindow = entity({
  table: "Limits",
  separator: { partitionKey: ":", rowKey: "_" },
  properties: {
    address: edm.string({ keyOnly: true, maxLength: 64 }),
    at: edm.dateTime({ keyOnly: true }),
    slot: edm.string({ maxLength: 40 }),
    hits: edm.int32(),
  },
  partitionKey: (k) => ["ip", k.address],
  rowKey: (k) => [`w${k.at.minutes}`, k.slot.raw],
});

/** Formats of every type. */
export const Formatted = entity({
  table: "Formats",
  separator: "",
  properties: {
    start: edm.string({ length: 4, keyOnly: true }),
    ulid: edm.string({ pattern: "ulid" }),
    name: edm.string({ maxLength: 20 }),
    no: edm.int32({ min: 0 }),
    size: edm.int32({ min: 0, keyOnly: true }),
    id: edm.guid(),
    at: edm.dateTime(),
    day: edm.dateTime({ keyOnly: true }),
  },
  partitionKey: (k) => [`${k.name.sha256(4)}-${k.day.format("yyyy-MM-dd")}`, k.start.raw],
  rowKey: (k) => [`${k.at.seconds.desc(999999999999)}|${k.no.hex(8)}`, k.ulid, "_", k.id.format("N"), `_${k.size.text}_`, k.name.upper],
});

/** Kinds that the shapes of their keys tell apart. */
export const DiaryFacts = entity({
  table: "Diaries",
  kind: "facts",
  kindProperty: false,
  properties: { owner: edm.string({ maxLength: 40 }), title: edm.string() },
  partitionKey: (k) => [k.owner],
  rowKey: () => ["facts"],
});

export const DiaryDay = entity({
  table: "Diaries",
  kind: "day",
  kindProperty: false,
  properties: { owner: edm.string({ maxLength: 40 }), day: edm.dateTime({ keyOnly: true }), text: edm.string() },
  partitionKey: (k) => [k.owner],
  rowKey: (k) => [k.day.format("yyyy-MM-dd")],
});
