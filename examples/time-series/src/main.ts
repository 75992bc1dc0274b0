/** Shows a year of readings in monthly buckets: stored in bulk, read newest first, averaged in parallel. */
import { TableServiceClient } from "@tablewright/runtime";
import { Readings } from "./readings.js";
import { Reading } from "./tables.gen/index.js";

const connectionString = process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true";
await using service = TableServiceClient.fromConnectionString(connectionString);
await service.createTables([Reading]);
const readings = new Readings(service);
const say = (line: string) => process.stdout.write(`${line}\n`);

const deviceId = "cellar";
const year = { ge: new Date("2026-01-01"), lt: new Date("2027-01-01") };

/** Yields a reading every six hours: cold in winter, warm in summer. */
function* measured() {
  for (let at = year.ge.getTime(); at < year.lt.getTime(); at += 6 * 3_600_000) {
    const month = new Date(at).getUTCMonth();
    yield { deviceId, at: new Date(at), celsius: 12 - 8 * Math.cos((month / 6) * Math.PI) };
  }
}

say(`stored ${await readings.ingest(measured())} readings`);

let shown = 0;
for await (const { at, celsius } of readings.newestFirst(deviceId, year)) {
  say(`${at.toISOString()} ${celsius.toFixed(1)} °C`);
  if (++shown === 3) break;
}

const summer = { ge: new Date("2026-06-15"), lt: new Date("2026-08-15") };
say(`mean of the summer: ${(await readings.mean(deviceId, summer))?.toFixed(1)} °C`);
say(`deleted January: ${await readings.deleteMonth(deviceId, year.ge)} readings`);
