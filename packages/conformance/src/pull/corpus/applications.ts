import { createHash } from "node:crypto";
import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { below, type CorpusTable, guid, lastTicks, pad, pick, start, table, ticks, together } from "./corpus-table.js";

const customer = (n: number) => `C${10_000 + n}`;

/** Tables that applications write, with keys of several forms. */
export const applications: readonly CorpusTable[] = [
  table("Telemetry", ["{deviceId} ~ {ts.desc}"], 800, (n) => {
    const ts = start + n * 61_003 + below(999);
    const deviceId = `sensor-${pad(n % 40, 4)}`;
    const values = {
      deviceId,
      ts: new Date(ts),
      temperature: edm.double(below(400) / 10),
      humidity: below(100),
      battery: below(100),
    };
    return [
      deviceId,
      pad(lastTicks - ticks(ts), 19),
      { ...values, seq: edm.int64(BigInt(n * 3)), ...(n % 3 === 0 && { firmware: "1.2" }) },
    ];
  }),
  table("Newest", ["{*} ~ {at.desc(9007199254740991)}"], 500, (n) => {
    const at = start + n * 61_003 + below(999);
    return [
      `dev${n % 30}`,
      `${Number.MAX_SAFE_INTEGER - at}`,
      { temp: edm.double(below(400) / 9), at: edm.int64(BigInt(at)) },
    ];
  }),
  table("NewestDates", ["{*} ~ {at.milliseconds.desc(8640000000000000)}"], 300, (n) => {
    const at = start + n * 61_003;
    return [`dev${n % 30}`, `${8_640_000_000_000_000 - at}`, { temp: edm.double(below(400) / 9), at: new Date(at) }];
  }),
  table("AuditLog", ['{when.format("yyyyMMdd")} ~ {when.format("HHmmssfff")}_{*guid}'], 600, (n) => {
    const when = new Date(start + n * 4_000_003);
    const text = when.toISOString();
    const values = { when, actor: `user${n % 20}@x.org`, action: pick(["login", "logout"]), success: n % 9 > 0 };
    return [text.slice(0, 10).replaceAll("-", ""), `${text.slice(11, 23).replace(/[:.]/g, "")}_${guid()}`, values];
  }),
  table("Invoices", ["{tenant}_{region} ~ inv|{*}:{n.text}", "{tenant}_{region} ~ crn|{*}:{n.text}"], 500, (n) => {
    const [tenant, region, type] = [pick(["acme", "globex", "initech"]), pick(["eu", "us"]), pick(["inv", "crn"])];
    return [
      `${tenant}_${region}`,
      `${type}|${1000 + below(50)}:${n}`,
      { tenant, region, type, n, amount: n / 100 + 0.001 },
    ];
  }),
  table("EmailHash", ["{*} ~ {*}"], 300, (n) => {
    const email = `User${n}@Example.org`;
    const hash = createHash("sha256").update(email.toLowerCase()).digest("hex");
    return [hash.slice(0, 2), hash, { email, name: `User ${n}`, createdAt: new Date(start + n) }];
  }),
  table("TenantGuids", ['{tenantId} ~ {*guid.format("B")}'], 200, (n) => {
    const tenantId = guid().toUpperCase();
    return [tenantId, `{${guid()}}`, { tenantId, title: `t${n}` }];
  }),
  table("FeatureFlags", ["flags ~ {*}"], 5, (n) => {
    const name = ["new-ui", "beta checkout", "dark.mode", "a~b", "kill-switch"][n] ?? "";
    return ["flags", name, { enabled: n % 2 === 0, rules: '[{"seg":"x"}]', ...(n === 3 && { percentage: 20 }) }];
  }),
  together(
    "Customers",
    [
      "{*} ~ profile",
      "{*} ~ addr-{*}",
      "{*} ~ order-{year.text}-{orderNo.pad(5)}",
      "{*} ~ note-{*guid}",
      "{*} ~ pref:{*}",
    ],
    [
      table("Profiles", [], 80, (n) => [
        customer(n),
        "profile",
        { name: `N${n}`, email: `n${n}@x.org`, vip: n % 5 === 0 },
      ]),
      table("Addresses", [], 120, (n) => [
        customer(n % 80),
        `addr-${1 + Math.floor(n / 80)}`,
        { street: "S", zip: `${10_000 + n}` },
      ]),
      table("Orders", [], 300, (n) => {
        const orderNo = 1 + Math.floor(n / 80);
        return [
          customer(n % 80),
          `order-2024-${pad(orderNo, 5)}`,
          { total: n / 8 + 0.1, placed: new Date(start + orderNo), orderNo, year: 2024 },
        ];
      }),
      table("Notes", [], 40, (n) => [customer(n), `note-${guid()}`, { text: "x" }]),
      table("Preferences", [], 160, (n) => [customer(n % 80), n < 80 ? "pref:theme" : "pref:lang", { value: "dark" }]),
    ],
  ),
  table("TypesDrift", ["{*} ~ {*int32.pad(6)}"], 600, (n) => {
    const v = [edm.int32(n), edm.int64(2n ** 40n + BigInt(n)), edm.double(n + 0.5), edm.string(`${n}`)][
      n % 4
    ] as EdmValue;
    const w = n % 2 === 0 ? edm.double(n + 0.25) : edm.int32(n);
    return [`p${n % 7}`, pad(n, 6), { v, w, b: n % 50 === 0 ? "true" : n % 2 === 0, d: new Date(start + n) }];
  }),
  table("Wide", ["w ~ {*}"], 60, (n) => {
    const values = Array.from({ length: 252 }, (_, at) => [`col${pad(at, 3)}`, at % 3 ? `v${n}-${at}` : n * at]);
    return ["w", `r${n}`, Object.fromEntries(values)];
  }),
  table("EmptyKeys", ["{*} ~ {*}"], 32, (n) => [n === 30 ? "x" : "", n >= 30 ? "" : `id${n}`, { v: n }]),
  table("OddNames", ["p ~ {ID.text}"], 50, (n) => [
    "p",
    `${n}`,
    {
      größe: n,
      名前: `n${n}`,
      _private: true,
      constructor: "c",
      kind: pick(["a", "b"]),
      type: "z",
      key: "kk",
      ID: n,
      id: `x${n}`,
    },
  ]),
  table("UrlKeys", ["session ~ {*}"], 300, (n) => {
    const email = `anna+${n}@exämple.org/x`;
    return ["session", encodeURIComponent(email), { email, token: guid(), lastSeen: new Date(start + n) }];
  }),
  table("Leaderboard", ["season-{*} ~ {score.desc(9999999999)}-{playerId}"], 400, (n) => {
    const score = below(1_000_000);
    return [
      `season-${1 + (n % 3)}`,
      `${pad(9_999_999_999 - score, 10)}-player${n}`,
      { playerId: `player${n}`, score, season: 0 },
    ];
  }),
  table("Moods", ["{*} ~ {at.iso}"], 300, (n) => {
    const at = new Date(start + n * 3_600_123);
    return [`user${n % 9}`, at.toISOString(), { mood: n % 5, at }];
  }),
  table("MonthBuckets", ["{meter}:{at.month} ~ {at.milliseconds.pad(15)}:{*}"], 400, (n) => {
    const at = new Date(start + n * 36_000_123);
    return [
      `m1:${at.toISOString().slice(0, 7)}`,
      `${pad(at.getTime(), 15)}:${below(9)}`,
      { meter: "m1", at, kwh: edm.double(n / 7) },
    ];
  }),
  table("Bookings", ["res_{resourceId} ~ {start.format(\"yyyy-MM-dd'T'HH:mm\")}_{slot}"], 300, (n) => {
    const at = new Date(Math.floor(start / 60_000) * 60_000 + n * 900_000);
    const resourceId = `room${n % 12}`;
    return [
      `res_${resourceId}`,
      `${at.toISOString().slice(0, 16)}_s${n % 4}`,
      { resourceId, start: at, slot: `s${n % 4}`, by: `u${n}` },
    ];
  }),
  table("Limits", ["ip:{*} ~ w{at.minutes}_{slot}"], 300, (n) => {
    const at = new Date(start + n * 60_000);
    const values = { at, slot: `c${n % 3}`, hits: n % 50 };
    return [
      `ip:${n % 2 ? `10.0.0.${n % 200}` : `2001:db8::${n % 90}`}`,
      `w${Math.floor(at.getTime() / 60_000)}_c${n % 3}`,
      values,
    ];
  }),
  together(
    "Diary",
    ["{*} ~ meta", '{*} ~ {*dateTime.format("yyyy-MM-dd")}'],
    [
      table("Meta", [], 30, (n) => [`owner${n}`, "meta", { title: `t${n}`, theme: "dark" }]),
      table("Days", [], 400, (n) => [
        `owner${n % 30}`,
        new Date(start + Math.floor(n / 30) * 86_400_000).toISOString().slice(0, 10),
        { text: `d${n}`, mood: n % 5 },
      ]),
    ],
  ),
];

/** Tables with rows of five kinds each: one table for each separator after the kind in the RowKey. */
export const fiveKinds: readonly CorpusTable[] = (["-", "_", ":", "|", "!"] as const).map((mark, at) =>
  together(
    `FiveKinds${at}`,
    [
      "{*} ~ profile",
      ...[`addr${mark}{*}`, `order${mark}{orderNo.pad(5)}`, `note${mark}{*guid}`, `pref${mark}{*}`].map(
        (row) => `{*} ~ ${row}`,
      ),
    ],
    [
      table("Profiles", [], 60, (n) => [
        customer(n),
        "profile",
        { name: `N${n}`, email: `n${n}@x.org`, vip: n % 2 === 0 },
      ]),
      table("Addresses", [], 90, (n) => [
        customer(n % 60),
        `addr${mark}${1 + Math.floor(n / 60)}`,
        { street: "S", zip: `${10_000 + (n % 60)}` },
      ]),
      table("Orders", [], 180, (n) => {
        const orderNo = 1 + Math.floor(n / 60);
        return [
          customer(n % 60),
          `order${mark}${pad(orderNo, 5)}`,
          { orderNo, total: n + 0.5, placed: new Date(start + orderNo) },
        ];
      }),
      table("Notes", [], 60, (n) => [customer(n), `note${mark}${guid()}`, { text: "x" }]),
      table("Preferences", [], 60, (n) => [customer(n), `pref${mark}theme`, { value: "dark" }]),
    ],
  ),
);
