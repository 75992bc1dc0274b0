/* Opens a driver for an entity, runs one workload, and exits. */
import { type DriverName, openDriver } from "../drivers/driver.js";
import type { SubjectName } from "../subjects/subjects.js";
import { workloads } from "../workloads.js";

const [driver, endpoint, subject, name] = process.argv.slice(2) as [DriverName, string, SubjectName, string];
const workload = workloads.find((one) => one.name === name);
if (workload === undefined) throw new Error(`There is no workload ${name}.`);
await workload.run(await openDriver(driver, endpoint, subject));
process.exit();
