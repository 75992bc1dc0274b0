/*
 * HTTP API of Fastify in a separate process: each request makes two gets and an insert, one after the other. Arguments: driver, endpoint of
 * the service, entity. Responds to each message with the delay of its event loop.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fastify } from "fastify";
import { type DriverName, openDriver } from "../drivers/driver.js";
import type { SubjectName } from "../subjects/subjects.js";

const [driverName, endpoint, subject] = process.argv.slice(2) as [DriverName, string, SubjectName];
const driver = await openDriver(driverName, endpoint, subject, true);
const app = fastify();
let number = 0;

app.get("/", async () => {
  const n = number++ % 99;
  await driver.get(n);
  await driver.get(n + 1);
  await driver.insert(n);
  return { stored: n };
});

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on("message", () => {
  process.send?.(delay.percentile(99) / 1e6);
  delay.reset();
});
process.on("disconnect", () => process.exit());
const url = await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.(Number(new URL(url).port));
