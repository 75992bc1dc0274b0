/* Driver in a separate process: runs a workload on each message, and responds with its cost. */
import { type DriverName, openDriver } from "../drivers/driver.js";
import type { SubjectName } from "../subjects/subjects.js";
import { workloads } from "../workloads.js";
import type { Cost } from "./processes.js";

const [driverName, endpoint, subject] = process.argv.slice(2) as [DriverName, string, SubjectName];
const driver = await openDriver(driverName, endpoint, subject);

process.on("message", async (name: string) => {
  const workload = workloads.find((one) => one.name === name);
  if (workload === undefined) throw new Error(`There is no workload ${name}.`);
  const cpu = process.cpuUsage();
  const started = performance.now();
  await workload.run(driver);
  const wallUs = (performance.now() - started) * 1000;
  const { user, system } = process.cpuUsage(cpu);
  const cost: Cost = { cpuUs: user + system, wallUs, maxRssKb: process.resourceUsage().maxRSS };
  process.send?.(cost);
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
