import { createHash } from "node:crypto";
import { edm } from "@tablewright/runtime/edm";
import { below, type CorpusTable, guid, pad, pick, start, table, ticks, together } from "./corpus-table.js";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const games = Array.from({ length: 40 }, () => guid());
const game = (n: number) => games[n % games.length] ?? "";

/** Tables that were added after the inference was written. The inference was not adjusted to them. */
export const heldOut: readonly CorpusTable[] = [
  table("Carts", ["{userId} ~ item-{sku}"], 300, (n) => {
    const userId = guid();
    const sku = `SKU-${n % 40}-${pick(["A", "B"])}`;
    return [userId, `item-${sku}`, { userId: edm.guid(userId), sku, quantity: 1 + below(5), price: edm.double(n / 7) }];
  }),
  table("Readings", ['{deviceId}_{ts.format("yyyyMMdd")} ~ {ts.milliseconds}'], 400, (n) => {
    const ts = new Date(start + n * 600_037);
    const deviceId = `dev-${pad(n % 20, 3)}`;
    const bucket = ts.toISOString().slice(0, 10).replaceAll("-", "");
    return [`${deviceId}_${bucket}`, `${ts.getTime()}`, { deviceId, ts, celsius: edm.double(below(400) / 10) }];
  }),
  table("Subscribers", ["{*} ~ {email.lower}"], 200, (n) => {
    const domain = pick(["example.org", "contoso.com", "fabrikam.net"]);
    const email = `Ann.${n}@${domain.charAt(0).toUpperCase()}${domain.slice(1)}`;
    return [domain, email.toLowerCase(), { email, confirmed: n % 3 > 0, since: new Date(start + n * 1000) }];
  }),
  table("Orders", ["customer:{customerId} ~ {orderNo.desc(99999999)}"], 300, (n) => {
    const customerId = `K${100 + (n % 25)}`;
    const values = { customerId, orderNo: 5000 + n * 3, total: edm.double(n / 3), paid: n % 2 === 0 };
    return [`customer:${customerId}`, pad(99_999_999 - values.orderNo, 8), values];
  }),
  table("Tokens", ["session ~ {token.sha256(64)}"], 150, (n) => {
    const token = `tok_${guid()}`;
    const hash = createHash("sha256").update(token).digest("hex");
    return ["session", hash, { token, user: `u${n % 30}`, expires: new Date(start + n * 60_000) }];
  }),
  together(
    "Games",
    ["game-{*guid} ~ player|{name}", "game-{*guid} ~ move|{no.pad(6)}", "game-{*guid} ~ state"],
    [
      table("Players", [], 80, (n) => {
        const name = `p${n}`;
        return [`game-${game(n)}`, `player|${name}`, { name, color: n < 40 ? "white" : "black" }];
      }),
      table("Moves", [], 800, (n) => {
        const no = 1 + Math.floor(n / 40);
        return [
          `game-${game(n)}`,
          `move|${pad(no, 6)}`,
          { no, from: `e${below(8)}`, to: `d${below(8)}`, at: new Date(start + n) },
        ];
      }),
      table("States", [], 40, (n) => [`game-${game(n)}`, "state", { turn: n % 2, board: "rnbqkbnr", over: false }]),
    ],
  ),
  table("Deliveries", ["{receivedAt.month} ~ {*:ksuid}"], 300, (n) => {
    const receivedAt = new Date(start + n * 7_200_000);
    const id = `2${Array.from({ length: 26 }, () => base62.charAt(below(62))).join("")}`;
    return [
      receivedAt.toISOString().slice(0, 7),
      id,
      { receivedAt, url: "https://x.org/hook", status: pick([200, 500]) },
    ];
  }),
  table("Places", ["{*} ~ {placeId}"], 200, (n) => {
    const placeId = `ChIJ${n}x`;
    return [
      `${(48 + below(500) / 100).toFixed(2)}:${(9 + below(500) / 100).toFixed(2)}`,
      placeId,
      { placeId, name: `n${n}` },
    ];
  }),
  table("Jobs", ["{queue} ~ {priority.text}-{enqueuedAt.asc}-{*guid}"], 400, (n) => {
    const enqueuedAt = new Date(start + n * 1009);
    const [queue, priority] = [pick(["emails", "reports"]), below(4)];
    const values = { queue, priority, enqueuedAt, payload: '{"a":1}', attempts: below(3) };
    return [queue, `${priority}-${pad(ticks(enqueuedAt.getTime()), 19)}-${guid()}`, values];
  }),
  table("Settings", ["t:{tenantId.text}:u:{userId.text} ~ pref:{name}"], 300, (n) => {
    const values = { tenantId: 1 + (n % 12), userId: 100 + (n % 90), name: `setting${n % 7}`, value: `v${n}` };
    return [`t:${values.tenantId}:u:${values.userId}`, `pref:${values.name}`, values];
  }),
];
