import { edm } from "@tablewright/runtime/edm";
import { type CorpusTable, day, guid, hex, lastTicks, pad, pick, start, table, ticks } from "./corpus-table.js";

/** Tables that have a column for most parts of their keys. */
export const plain: readonly CorpusTable[] = [
  table("Plain", ["{region} ~ {id}"], 200, (n) => [
    `eu${n % 5}`,
    `u${n}`,
    { region: `eu${n % 5}`, id: `u${n}`, age: n },
  ]),
  table("OnePartition", ["users ~ {login}"], 200, (n) => ["users", `ann${n}`, { login: `ann${n}`, age: n % 90 }]),
  table("SameKeys", ["{id} ~ {id}"], 100, (n) => [`i${n}x`, `i${n}x`, { id: `i${n}x`, title: `t${n}` }]),
  table("Guids", ["{ownerId} ~ {itemId}"], 150, (n) => {
    const [ownerId, itemId] = [guid(), guid()];
    return [ownerId, itemId, { ownerId: edm.guid(ownerId), itemId: edm.guid(itemId), title: `t${n}` }];
  }),
  table("GuidsN", ['{ownerId} ~ {itemId.format("N")}'], 150, (n) => {
    const [ownerId, itemId] = [guid(), guid()];
    const values = { ownerId: edm.guid(ownerId), itemId: edm.guid(itemId), title: `t${n}` };
    return [ownerId, itemId.replaceAll("-", ""), values];
  }),
  table("Newest", ["{sensor} ~ {at.desc}"], 300, (n) => {
    const at = start + n * 61_003;
    return [`s${n % 9}`, pad(lastTicks - ticks(at), 19), { sensor: `s${n % 9}`, at: new Date(at), value: n + 0.5 }];
  }),
  table("Ticks", ["{sensor} ~ {at.asc}"], 300, (n) => {
    const at = start + n * 61_003;
    return [`s${n % 9}`, pad(ticks(at), 19), { sensor: `s${n % 9}`, at: new Date(at), value: n + 0.5 }];
  }),
  table("Days", ["{at.day} ~ {at.desc}"], 300, (n) => {
    const at = start + n * 4_000_003;
    return [day(at), pad(lastTicks - ticks(at), 19), { at: new Date(at), value: n }];
  }),
  table("IsoKeys", ["{user} ~ {at.iso}"], 200, (n) => {
    const at = new Date(start + n * 3_600_123);
    return [`user${n % 9}`, at.toISOString(), { user: `user${n % 9}`, at, mood: n % 5 }];
  }),
  table("IsoInOneMonth", ["{user} ~ {at.iso}"], 60, (n) => {
    const at = new Date(start + n * 3_600_123);
    return [`user${n % 9}`, at.toISOString(), { user: `user${n % 9}`, at, mood: n % 5 }];
  }),
  table("DatesOfOneMonth", ["{user} ~ {date}"], 28, (n) => {
    const date = day(start + n * 86_400_000);
    return ["ann", date, { user: "ann", date, mood: n % 5 }];
  }),
  table("Months", ["{meter}:{at.month} ~ {no.pad(6)}"], 200, (n) => {
    const at = new Date(start + n * 36_000_123);
    return [`m${n % 3}:${at.toISOString().slice(0, 7)}`, pad(n, 6), { meter: `m${n % 3}`, at, no: n }];
  }),
  table("Lower", ["{tenant} ~ {email.lower}"], 200, (n) => {
    const email = `User${n}@Example.org`;
    return [`t${n % 7}`, email.toLowerCase(), { tenant: `t${n % 7}`, email, name: `U ${n}` }];
  }),
  table("Composite", ["{tenant}_{region} ~ inv|{no.text}", "{tenant}_{region} ~ crn|{no.text}"], 200, (n) => {
    const [tenant, region, type] = [pick(["acme", "globex"]), pick(["eu", "us"]), pick(["inv", "crn"])];
    return [`${tenant}_${region}`, `${type}|${n}`, { tenant, region, type, no: n, amount: n / 8 + 0.1 }];
  }),
  table("OddType", ["cust-{customerNo.pad(6)} ~ ord-{orderId}"], 1000, (n) => {
    const orderId = pad(n, 8);
    const values = { customerNo: n % 90, orderId, amount: n === 500 ? "none" : n / 8 + 0.1 };
    return [`cust-${pad(n % 90, 6)}`, `ord-${orderId}`, values];
  }),
  table("OddKey", ["cust-{customerNo.pad(6)} ~ ord-{orderId}"], 1000, (n) => {
    const orderId = pad(n, 8);
    return [`cust-${pad(n % 90, 6)}`, n === 700 ? `legacy${n}` : `ord-${orderId}`, { customerNo: n % 90, orderId }];
  }),
  table("EmptyPartition", [" ~ {id}"], 60, (n) => ["", `id${n}`, { id: `id${n}`, v: n }]),
  table("Flags", ["flags ~ {name}"], 40, (n) => ["flags", `flag${n}`, { name: `flag${n}`, on: n % 2 === 0 }]),
  table("Uppercase", ['{*guid.upper} ~ {*guid.format("B")}'], 100, (n) => [
    guid().toUpperCase(),
    `{${guid()}}`,
    { title: `t${n}` },
  ]),
  table("Hash", ["{*} ~ {*}"], 100, (n) => {
    const hash = hex(64);
    return [hash.slice(0, 2), hash, { email: `u${n}@x.org` }];
  }),
];
