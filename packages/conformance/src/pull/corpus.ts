import { type EdmValue, edm, type Guid } from "@tablewright/runtime/edm";
import type { SampledRow } from "../../../cli/src/commands/pull/sample/columns.js";
import { seededRandom } from "../soak/random.js";

/** Table as programs write it, and the keys that a careful engineer would declare for each of its kinds. */
export interface CorpusTable {
  readonly name: string;
  readonly rows: readonly SampledRow[];
  /** `PartitionKey ~ RowKey` of each kind, with stored names; `*` is a value that only the key holds. */
  readonly keys: readonly string[];
}

type Values = Readonly<Record<string, EdmValue | string | number | boolean | Date>>;
type Made = readonly [partitionKey: string, rowKey: string, values: Values];

const random = seededRandom(32);
const below = (limit: number) => Math.floor(random() * limit);
const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
const pad = (value: number | bigint, width: number) => String(value).padStart(width, "0");
const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join("");
const guid = () => {
  return hex(32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") as Guid;
};
const start = Date.UTC(2024, 2, 1);
const ticks = (time: number) => BigInt(time) * 10_000n + 621_355_968_000_000_000n;
const lastTicks = 3_155_378_975_999_999_999n;
const ulid = (time: number) => {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let head = "";
  for (let rest = time, at = 0; at < 10; at++, rest = Math.floor(rest / 32)) head = letters.charAt(rest % 32) + head;
  return head + Array.from({ length: 16 }, () => letters.charAt(below(32))).join("");
};

function edmValueOf(value: Values[string]): EdmValue {
  if (typeof value === "string") return edm.string(value);
  if (typeof value === "boolean") return edm.boolean(value);
  if (typeof value === "number") return Number.isInteger(value) ? edm.int32(value) : edm.double(value);
  return value instanceof Date ? edm.dateTime(value) : value;
}

function table(name: string, keys: readonly string[], count: number, make: (index: number) => Made): CorpusTable {
  const rows = new Map<string, SampledRow>();
  for (let index = 0; index < count; index++) {
    const [partitionKey, rowKey, values] = make(index);
    const properties = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, edmValueOf(value)]));
    rows.set(JSON.stringify([partitionKey, rowKey]), { partitionKey, rowKey, properties });
  }
  return { name, keys, rows: [...rows.values()] };
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Tables of one kind with a separator of its own. */
const separated = (["-", "_", ":", "|", ".", "!", "+", "="] as const).map((mark, index) =>
  table(`Orders${index}`, [`cust${mark}{customerId} ~ order${mark}{orderNo:pad8}`], 200, (number) => {
    const customerId = `C${number % 17}`;
    return [
      `cust${mark}${customerId}`,
      `order${mark}${pad(number, 8)}`,
      { customerId, orderNo: number, total: number + 0.5, paid: number % 2 === 0 },
    ];
  }),
);

/** Tables of two kinds, told apart by the leading word after each separator. */
const mixed = (["-", "_", ":", "|", "."] as const).map((mark, index) =>
  table(
    `Mixed${index}`,
    [`{customerId} ~ order${mark}{orderNo:pad8}`, `{customerId} ~ address${mark}{label}`],
    300,
    (number) => {
      const customerId = `C${number % 23}`;
      return number % 2 === 0
        ? [customerId, `order${mark}${pad(number, 8)}`, { customerId, orderNo: number, total: number / 8 + 0.1 }]
        : [customerId, `address${mark}home${number}`, { customerId, label: `home${number}`, street: "S", city: "B" }];
    },
  ),
);

const others: readonly CorpusTable[] = [
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
  table("GuidsN", ["{ownerId} ~ {itemId:N}"], 150, (n) => {
    const [ownerId, itemId] = [guid(), guid()];
    const values = { ownerId: edm.guid(ownerId), itemId: edm.guid(itemId), title: `t${n}` };
    return [ownerId, itemId.replaceAll("-", ""), values];
  }),
  table("Newest", ["{sensor} ~ {at:desc}"], 300, (n) => {
    const at = start + n * 61_003;
    return [`s${n % 9}`, pad(lastTicks - ticks(at), 19), { sensor: `s${n % 9}`, at: new Date(at), value: n + 0.5 }];
  }),
  table("Ticks", ["{sensor} ~ {at:asc}"], 300, (n) => {
    const at = start + n * 61_003;
    return [`s${n % 9}`, pad(ticks(at), 19), { sensor: `s${n % 9}`, at: new Date(at), value: n + 0.5 }];
  }),
  table("Days", ["{at:day} ~ {at:desc}"], 300, (n) => {
    const at = start + n * 4_000_003;
    return [day(at), pad(lastTicks - ticks(at), 19), { at: new Date(at), value: n }];
  }),
  table("IsoKeys", ["{user} ~ {at:iso}"], 200, (n) => {
    const at = new Date(start + n * 3_600_123);
    return [`user${n % 9}`, at.toISOString(), { user: `user${n % 9}`, at, mood: n % 5 }];
  }),
  table("IsoInOneMonth", ["{user} ~ {at:iso}"], 60, (n) => {
    const at = new Date(start + n * 3_600_123);
    return [`user${n % 9}`, at.toISOString(), { user: `user${n % 9}`, at, mood: n % 5 }];
  }),
  table("DatesOfOneMonth", ["{user} ~ {date}"], 28, (n) => {
    const date = day(start + n * 86_400_000);
    return ["ann", date, { user: "ann", date, mood: n % 5 }];
  }),
  table("Months", ["{meter}:{at:month} ~ {no:pad6}"], 200, (n) => {
    const at = new Date(start + n * 36_000_123);
    return [`m${n % 3}:${at.toISOString().slice(0, 7)}`, pad(n, 6), { meter: `m${n % 3}`, at, no: n }];
  }),
  table("Lower", ["{tenant} ~ {email:lower}"], 200, (n) => {
    const email = `User${n}@Example.org`;
    return [`t${n % 7}`, email.toLowerCase(), { tenant: `t${n % 7}`, email, name: `U ${n}` }];
  }),
  table("Composite", ["{tenant}_{region} ~ inv|{no:text}", "{tenant}_{region} ~ crn|{no:text}"], 200, (n) => {
    const [tenant, region, type] = [pick(["acme", "globex"]), pick(["eu", "us"]), pick(["inv", "crn"])];
    return [`${tenant}_${region}`, `${type}|${n}`, { tenant, region, type, no: n, amount: n / 8 + 0.1 }];
  }),
  table("Identity", ["U_{Id} ~ U_{Id}"], 100, (n) => {
    const id = hex(40);
    return [`U_${id}`, `U_${id}`, { Id: id, UserName: `u${n}`, Email: `u${n}@x.org`, AccessFailedCount: 0 }];
  }),
  table("EventStream", ["{StreamId} ~ SS-SE-{Version:pad10}", "{StreamId} ~ SS-HEAD"], 300, (n) => {
    const id = `stream${Math.floor(n / 10)}x`;
    const version = n % 10;
    if (version === 0) return [id, "SS-HEAD", { StreamId: id, Head: 9, Closed: false }];
    return [id, `SS-SE-${pad(version, 10)}`, { StreamId: id, Version: version, Type: "Paid", Data: '{"a":1}' }];
  }),
  table("OrleansState", ["{*} ~ {*}"], 120, (n) => [
    `svc-1_GrainReference=${pad(n, 32)}0600000060b4d6b8`,
    pick(["MyApp.Grains.UserGrain", "MyApp.Grains.CartGrain"]),
    { StringData: `{"n":${n}}` },
  ]),
  table("Diagnostics", ["0{minute:asc} ~ {*}"], 200, (n) => {
    const time = start + n * 17_000;
    return [`0${ticks(time - (time % 60_000))}`, `d___Web___${n % 3}___${pad(n, 19)}`, { Level: 4, Message: `m${n}` }];
  }),
  table("NLog", ["{*} ~ {*}"], 200, (n) => [
    pick(["MyApp.Web", "MyApp.Jobs"]),
    `${lastTicks - ticks(start + n * 7001)}__${guid()}`,
    { Level: pick(["Info", "Warn"]), Message: `m${n}`, MachineName: "web1" },
  ]),
  table("Leaderboard", ["season-{*} ~ {score:desc9999999999}-{playerId}"], 200, (n) => {
    const score = below(1_000_000);
    return [`season-${1 + (n % 3)}`, `${pad(9_999_999_999 - score, 10)}-player${n}`, { playerId: `player${n}`, score }];
  }),
  table("Chat", ["room_{*} ~ {*}"], 200, (n) => [
    `room_${pick(["alpha", "beta", "gamma"])}`,
    ulid(start + n * 1000),
    { senderId: `u${n % 50}`, text: `hello ${n}`, likes: n % 5 },
  ]),
  table("OddType", ["cust-{customerNo:pad6} ~ ord-{orderId}"], 1000, (n) => {
    const orderId = pad(n, 8);
    const values = { customerNo: n % 90, orderId, amount: n === 500 ? "none" : n / 8 + 0.1 };
    return [`cust-${pad(n % 90, 6)}`, `ord-${orderId}`, values];
  }),
  table("OddKey", ["cust-{customerNo:pad6} ~ ord-{orderId}"], 1000, (n) => {
    const orderId = pad(n, 8);
    return [`cust-${pad(n % 90, 6)}`, n === 700 ? `legacy${n}` : `ord-${orderId}`, { customerNo: n % 90, orderId }];
  }),
  table("EmptyKeys", [" ~ {id}"], 60, (n) => ["", `id${n}`, { id: `id${n}`, v: n }]),
  table("Flags", ["flags ~ {name}"], 40, (n) => ["flags", `flag${n}`, { name: `flag${n}`, on: n % 2 === 0 }]),
  table("Uppercase", ["{*} ~ {*}"], 100, (n) => [guid().toUpperCase(), `{${guid()}}`, { title: `t${n}` }]),
  table("Hash", ["{*} ~ {*}"], 100, (n) => {
    const hash = hex(64);
    return [hash.slice(0, 2), hash, { email: `u${n}@x.org` }];
  }),
];

export const corpus: readonly CorpusTable[] = [...separated, ...mixed, ...others];
