/*
 * Measures the service of `@tablewright/testing`: a point read and a page of 1,000 out of 100,000 entities, in
 * microseconds of CPU time a call, and the time to its first response. `pnpm --filter @tablewright/bench in-memory-service`
 */
import { performance } from "node:perf_hooks";
import type { HttpRequest, HttpResponse, Transport } from "@tablewright/testing";
import { median } from "./measure/figures.js";

const startedAt = performance.now();
const { createTableService, emulatorAccount, emulatorKey } = await import("@tablewright/testing");
const importedAt = performance.now();

const algorithm = { name: "HMAC", hash: "SHA-256" };
const key = await crypto.subtle.importKey("raw", Buffer.from(emulatorKey, "base64"), algorithm, false, ["sign"]);

const firstRequest = await signedGet("/Shop()");
const createdAt = performance.now();
await send(createTableService({ tables: { Shop: [] } }), firstRequest);
const respondedAt = performance.now();
await send(createTableService({ tables: { Shop: [] } }), firstRequest);
const secondStart = performance.now() - respondedAt;

const entities = Array.from({ length: 100_000 }, (_, at) => ({
  PartitionKey: `p${Math.floor(at / 10_000)}`,
  RowKey: String(at).padStart(8, "0"),
  name: `customer ${at}`,
  total: at + 0.5,
  paid: at % 2 === 0,
  count: at,
  sequence: BigInt(at),
  placedAt: new Date(1_600_000_000_000 + at),
}));
const service = createTableService({ tables: { Shop: entities } });

const pointReads = await Promise.all(
  Array.from({ length: 1000 }, (_, read) => {
    const at = (read * 97_003) % entities.length;
    return signedGet(`/Shop(PartitionKey='p${Math.floor(at / 10_000)}',RowKey='${String(at).padStart(8, "0")}')`);
  }),
);
const pages = await Promise.all(
  Array.from({ length: 9 }, (_, at) => signedGet(`/Shop()?$filter=PartitionKey%20eq%20'p${at + 1}'`)),
);
const payload = JSON.parse(Buffer.from((await send(service, firstRequest)).body).toString()) as { value: unknown[] };
const encoder = new TextEncoder();
const snapshot = service.snapshot();

const point = await cpuMicroseconds(21, 1000, (call) => send(service, pointReads[call % 1000] ?? firstRequest));
const firstPage = await cpuMicroseconds(9, 1, (call) => send(service, pages[call] ?? firstRequest));
const page = await cpuMicroseconds(21, 20, () => send(service, pages[6] ?? firstRequest));
const stringify = await cpuMicroseconds(21, 20, () => encoder.encode(JSON.stringify(payload)));
const reset = await cpuMicroseconds(21, 100, () => service.reset(snapshot));

const { length } = payload.value;
console.log(`entities                    ${entities.length}`);
console.log(`point read                  ${point.toFixed(1)} µs (signature checked)`);
console.log(`page of ${length} rows           ${page.toFixed(0)} µs; never read before ${firstPage.toFixed(0)} µs`);
console.log(`JSON.stringify of that page ${stringify.toFixed(0)} µs; ratio ${(page / stringify).toFixed(2)}`);
console.log(`reset to a snapshot         ${reset.toFixed(1)} µs`);
console.log(`import                      ${(importedAt - startedAt).toFixed(1)} ms`);
console.log(
  `create to first response    ${(respondedAt - createdAt).toFixed(1)} ms; next ${secondStart.toFixed(2)} ms`,
);

async function signedGet(path: string): Promise<HttpRequest> {
  const date = new Date().toUTCString();
  const resource = `/${emulatorAccount}/${emulatorAccount}${path.split("?")[0]}`;
  const signature = Buffer.from(await crypto.subtle.sign("HMAC", key, Buffer.from(`${date}\n${resource}`)));
  const headers = ["accept", "application/json;odata=minimalmetadata", "x-ms-version", "2019-02-02", "x-ms-date", date];
  headers.push("authorization", `SharedKeyLite ${emulatorAccount}:${signature.toString("base64")}`);
  return { method: "GET", url: `http://127.0.0.1:10002/${emulatorAccount}${path}`, headers };
}

async function send(transport: Transport, request: HttpRequest): Promise<HttpResponse> {
  const response = await transport(request);
  if (response.status !== 200) throw new Error(`${response.status} ${Buffer.from(response.body)}`);
  return response;
}

/** Returns the median of the rounds, in microseconds of CPU time a call. Other programs on the machine affect CPU time little. */
async function cpuMicroseconds(rounds: number, calls: number, run: (call: number) => unknown): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) await run(round * calls + call);
    const { user, system } = process.cpuUsage(from);
    costs.push((user + system) / calls);
  }
  return median(costs);
}
