import { edm, entity } from "tablewright";

/* Keys as programs write them by hand with template strings. */

/** A slot of a resource: `res_42`, `2026-11-22T10:00_c1`. The start is in the key alone, in whole minutes. */
export const Booking = entity({
  table: "bookings",
  separator: "_",
  properties: {
    resource: edm.string({ keyOnly: true, maxLength: 40 }),
    start: edm.dateTime({ keyOnly: true }),
    slot: edm.string({ keyOnly: true, maxLength: 40 }),
    user: edm.string(),
  },
  partitionKey: (k) => ["res", k.resource.raw],
  rowKey: (k) => [k.start.format("yyyy-MM-dd'T'HH:mm"), k.slot.raw],
});

/** The same with the start as text of fixed length. */
export const TextBooking = entity({
  table: "textBookings",
  properties: {
    resource: edm.string({ keyOnly: true, maxLength: 40 }),
    start: edm.string({ keyOnly: true, length: 16 }),
    slot: edm.string({ keyOnly: true, maxLength: 40 }),
    user: edm.string(),
  },
  partitionKey: (k) => [`res_${k.resource.raw}`],
  rowKey: (k) => [`${k.start.raw}_${k.slot.raw}`],
});

/** A window of a rate limiter: `ip:2001:db8::1`, `w29384756_c1`. */
export const LimitWindow = entity({
  table: "limits",
  separator: { partitionKey: ":", rowKey: "_" },
  properties: {
    address: edm.string({ keyOnly: true, maxLength: 64 }),
    at: edm.dateTime({ keyOnly: true }),
    slot: edm.string({ keyOnly: true, maxLength: 40 }),
    hits: edm.int32(),
  },
  partitionKey: (k) => ["ip", k.address],
  rowKey: (k) => [`w${k.at.minutes}`, k.slot],
});

/** The head, the events and the identifiers of a stream, in one partition and without a stored kind. */
export const StreamHead = entity({
  table: "streams",
  kind: "head",
  kindProperty: false,
  properties: { stream: edm.string({ keyOnly: true, maxLength: 80 }), version: edm.int32() },
  partitionKey: (k) => [k.stream.raw],
  rowKey: () => ["SS-HEAD"],
});

export const StreamEvent = entity({
  table: "streams",
  kind: "event",
  kindProperty: false,
  properties: {
    stream: edm.string({ keyOnly: true, maxLength: 80 }),
    version: edm.int32({ min: 0 }),
    data: edm.string(),
  },
  partitionKey: (k) => [k.stream.raw],
  rowKey: (k) => [`SS-SE-${k.version.pad(10)}`],
});

export const StreamEventId = entity({
  table: "streams",
  kind: "eventId",
  kindProperty: false,
  properties: {
    stream: edm.string({ keyOnly: true, maxLength: 80 }),
    id: edm.guid({ keyOnly: true }),
    version: edm.int32(),
  },
  partitionKey: (k) => [k.stream.raw],
  rowKey: (k) => [`SS-UID-${k.id}`],
});

/** A row of facts beside days: `meta` and `2026-11-22`. */
export const DiaryMeta = entity({
  table: "diaries",
  kind: "meta",
  kindProperty: false,
  properties: { owner: edm.string({ keyOnly: true, maxLength: 40 }), title: edm.string() },
  partitionKey: (k) => [k.owner.raw],
  rowKey: () => ["meta"],
});

export const DiaryDay = entity({
  table: "diaries",
  kind: "day",
  kindProperty: false,
  properties: {
    owner: edm.string({ keyOnly: true, maxLength: 40 }),
    day: edm.dateTime({ keyOnly: true }),
    text: edm.string(),
  },
  partitionKey: (k) => [k.owner.raw],
  rowKey: (k) => [k.day.format("yyyy-MM-dd")],
});

/** Diagnostics of Azure: ticks in 19 digits, and three underscores. */
export const DiagnosticRow = entity({
  table: "WADLogsTable",
  separator: "___",
  properties: {
    at: edm.dateTime({ keyOnly: true }),
    deployment: edm.string({ keyOnly: true, maxLength: 40 }),
    role: edm.string({ keyOnly: true, maxLength: 40 }),
    no: edm.int64({ keyOnly: true }),
    message: edm.string(),
  },
  partitionKey: (k) => [k.at.asc],
  rowKey: (k) => [k.deployment.raw, k.role.raw, k.no.pad(20)],
});

/** Newest first by the greatest time of JavaScript. */
export const FeedItem = entity({
  table: "feeds",
  properties: {
    feed: edm.string({ keyOnly: true, maxLength: 40 }),
    at: edm.dateTime(),
    id: edm.guid({ keyOnly: true }),
  },
  partitionKey: (k) => [`feed-${k.feed.raw}`],
  rowKey: (k) => [`${k.at.milliseconds.desc(8640000000000000)}_${k.id.format("N")}`],
});

/** Newest first by the greatest safe integer. */
export const Score = entity({
  table: "scores",
  properties: {
    game: edm.string({ keyOnly: true, maxLength: 40 }),
    points: edm.int64({ keyOnly: true }),
    player: edm.string({ keyOnly: true, maxLength: 40 }),
    value: edm.int32(),
  },
  partitionKey: (k) => [k.game.raw],
  rowKey: (k) => [`${k.points.desc(9007199254740991)}-${k.player.raw}`],
});

/** Times as `toISOString` writes them. */
export const AuditEntry = entity({
  table: "audits",
  separator: { partitionKey: "|", rowKey: "|" },
  properties: {
    tenant: edm.string({ keyOnly: true, maxLength: 40 }),
    at: edm.dateTime({ keyOnly: true }),
    id: edm.guid({ keyOnly: true }),
    what: edm.string(),
  },
  partitionKey: (k) => ["audit", k.tenant.raw],
  rowKey: (k) => [k.at.iso, k.id.upper],
});

export const OutboxMessage = entity({
  table: "outbox",
  properties: {
    topic: edm.string({ keyOnly: true, maxLength: 40 }),
    id: edm.string({ keyOnly: true, pattern: "ulid" }),
    body: edm.string(),
  },
  partitionKey: (k) => [k.topic.raw],
  rowKey: (k) => [`msg_${k.id}`],
});

export const Upload = entity({
  table: "uploads",
  properties: {
    user: edm.string({ keyOnly: true, maxLength: 40 }),
    id: edm.string({ keyOnly: true, pattern: "ksuid" }),
    name: edm.string(),
  },
  partitionKey: (k) => [k.user.raw],
  rowKey: (k) => [k.id],
});

/** Spread over partitions by the first digits of a hash. */
export const Profile = entity({
  table: "profiles",
  properties: { email: edm.string({ maxLength: 80 }), name: edm.string() },
  partitionKey: (k) => [`u${k.email.sha256(2)}`],
  rowKey: (k) => [k.email.upper],
});

export const Component = entity({
  table: "components",
  properties: {
    id: edm.guid({ keyOnly: true }),
    part: edm.int32({ keyOnly: true, min: 0 }),
    hash: edm.string(),
    name: edm.string(),
  },
  partitionKey: (k) => [`{${k.part.upper.hex(4)}}`],
  rowKey: (k) => [k.id.format("B")],
});

/** Seconds since 1970, and an unpadded number. */
export const Sample = entity({
  table: "samples",
  separator: "",
  properties: { sensor: edm.int32({ keyOnly: true }), at: edm.dateTime({ keyOnly: true }), value: edm.int32() },
  partitionKey: (k) => ["sensor", k.sensor.text],
  rowKey: (k) => ["t", k.at.seconds.pad(10)],
});
