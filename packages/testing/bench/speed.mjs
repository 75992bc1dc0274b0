// Speed of the in-memory service: a point read and a page of 1,000 rows out of 100,000 entities, and the time to its
// first answer. Build first, then: node bench/speed.mjs
import { performance } from "node:perf_hooks";

const report = (line) => process.stdout.write(`${line}\n`);
const startedAt = performance.now();
const { createTableService, emulatorAccount, emulatorKey } = await import("../dist/index.js");
const importedAt = performance.now();

const algorithm = { name: "HMAC", hash: "SHA-256" };
const key = await crypto.subtle.importKey("raw", Buffer.from(emulatorKey, "base64"), algorithm, false, ["sign"]);

async function signed(path) {
  const date = new Date().toUTCString();
  const resource = `/${emulatorAccount}/${emulatorAccount}${path.split("?")[0]}`;
  const signature = Buffer.from(await crypto.subtle.sign("HMAC", key, Buffer.from(`${date}\n${resource}`)));
  const headers = ["accept", "application/json;odata=minimalmetadata", "x-ms-version", "2019-02-02", "x-ms-date", date];
  headers.push("authorization", `SharedKeyLite ${emulatorAccount}:${signature.toString("base64")}`);
  return { method: "GET", url: `http://127.0.0.1:10002/${emulatorAccount}${path}`, headers };
}

async function ask(service, request) {
  const response = await service(request);
  if (response.status !== 200) throw new Error(`${response.status} ${Buffer.from(response.body)}`);
  return response;
}

/** Median of rounds, in microseconds of CPU time a call: what other programs do at the same time counts little. */
async function median(rounds, calls, run) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) await run(round * calls + call);
    const { user, system } = process.cpuUsage(from);
    times.push((user + system) / calls);
  }
  return times.sort((one, other) => one - other)[rounds >> 1];
}

const firstRequest = await signed("/Shop()");
const createdAt = performance.now();
await ask(createTableService({ tables: { Shop: [] } }), firstRequest);
const answeredAt = performance.now();
await ask(createTableService({ tables: { Shop: [] } }), firstRequest);
const secondStart = performance.now() - answeredAt;

const rows = Array.from({ length: 100_000 }, (_, at) => ({
  PartitionKey: `p${Math.floor(at / 10_000)}`,
  RowKey: String(at).padStart(8, "0"),
  name: `customer ${at}`,
  total: at + 0.5,
  paid: at % 2 === 0,
  count: at,
  sequence: BigInt(at),
  placedAt: new Date(1_600_000_000_000 + at),
}));
const service = createTableService({ tables: { Shop: rows } });

const pointRequests = await Promise.all(
  Array.from({ length: 1000 }, (_, at) => {
    const row = rows[(at * 97_003) % rows.length];
    return signed(`/Shop(PartitionKey='${row.PartitionKey}',RowKey='${row.RowKey}')`);
  }),
);
const point = await median(21, 1000, (at) => ask(service, pointRequests[at % 1000]));

const payload = JSON.parse(Buffer.from((await ask(service, firstRequest)).body).toString());
const partitions = await Promise.all(
  Array.from({ length: 9 }, (_, at) => signed(`/Shop()?$filter=PartitionKey%20eq%20'p${at + 1}'`)),
);
const firstPage = await median(9, 1, (at) => ask(service, partitions[at]));
const pageRequest = partitions[6];
const page = await median(21, 20, () => ask(service, pageRequest));
const encoder = new TextEncoder();
const serialise = await median(21, 20, () => encoder.encode(JSON.stringify(payload)));

const snapshot = service.snapshot();
const reset = await median(21, 100, () => service.reset(snapshot));

report(`entities                    ${rows.length}`);
report(`point read                  ${point.toFixed(1)} µs (signature checked)`);
report(
  `page of ${payload.value.length} rows           ${page.toFixed(0)} µs; rows never read before ${firstPage.toFixed(0)} µs`,
);
report(
  `JSON.stringify of that page ${serialise.toFixed(0)} µs; ratio ${(page / serialise).toFixed(2)}, never read before ${(firstPage / serialise).toFixed(2)}`,
);
report(`reset to a snapshot         ${reset.toFixed(1)} µs`);
report(`import                      ${(importedAt - startedAt).toFixed(1)} ms`);
report(
  `create to first answer      ${(answeredAt - createdAt).toFixed(1)} ms; a second one ${secondStart.toFixed(2)} ms`,
);
