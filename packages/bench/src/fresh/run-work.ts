/* Opens a driver for an entity, does one work, and exits. */
import { type DriverName, openDriver } from "../drivers/driver.js";
import type { SubjectName } from "../subjects/subjects.js";
import { works } from "../works.js";

const [driver, endpoint, subject, name] = process.argv.slice(2) as [DriverName, string, SubjectName, string];
const work = works.find((one) => one.name === name);
if (work === undefined) throw new Error(`There is no work ${name}.`);
await work.run(await openDriver(driver, endpoint, subject));
process.exit();
