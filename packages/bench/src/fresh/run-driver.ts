/* Opens a driver and does one thing once: `first-answer` reads a row, `stream` reads 100,000 rows. */
import { type DriverName, openDriver } from "../drivers/driver.js";

const [name, endpoint, what] = process.argv.slice(2) as [DriverName, string, "first-answer" | "stream"];
const driver = await openDriver(name, endpoint);
if (what === "stream") await driver.query("minimal");
else await driver.get(7);
process.exit();
