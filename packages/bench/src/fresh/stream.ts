/* Opens a driver and reads 100,000 rows, one by one. */
import { type DriverName, openDriver } from "../drivers/driver.js";

const [name, endpoint] = process.argv.slice(2) as [DriverName, string];
await (await openDriver(name, endpoint)).query("minimal");
process.exit();
