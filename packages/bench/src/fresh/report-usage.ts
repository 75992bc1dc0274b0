/* Loaded before the measured script. At exit it reports the cost of the whole process on a separate pipe. */
import { writeSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(
    3,
    JSON.stringify({
      cpuUs: user + system,
      wallUs: performance.now() * 1000,
      maxRssKb: process.resourceUsage().maxRSS,
    }),
  );
});
