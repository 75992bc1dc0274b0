/*
 * Creates clients of a service, and handles of entities on one more client, after one get of each. Sends the memory that they hold, and the
 * CPU time of the process while nothing is called. Argument: endpoint of the service.
 */
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { connect, generated } from "../drivers/tablewright.js";

export interface AtRest {
  /** Bytes of the heap for each of 100 clients. */
  readonly client: number;
  /** Bytes of the heap for each of 10,000 handles. */
  readonly handle: number;
  /** CPU time in one second without a call, in microseconds. */
  readonly cpuUs: number;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const heapUsed = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

const [endpoint = ""] = process.argv.slice(2);
const { entity, keyOf } = generated("visit");
const first = connect(endpoint);
await first.entities(entity).get(keyOf(0));

const empty = heapUsed();
const services = Array.from({ length: 100 }, () => connect(endpoint));
for (const service of services) await service.entities(entity).get(keyOf(0));
const withClients = heapUsed();
const handles = Array.from({ length: 10_000 }, () => first.entities(entity));
const withHandles = heapUsed();

const before = process.cpuUsage();
await delay(1000);
const { user, system } = process.cpuUsage(before);
const atRest: AtRest = {
  client: (withClients - empty) / services.length,
  handle: (withHandles - withClients) / handles.length,
  cpuUs: user + system,
};
process.send?.(atRest);
// The connections of the clients hold this process.
process.on("disconnect", () => process.exit());
