/* Loaded before the script that is measured: tells at the end, on a pipe of its own, what the whole process cost. */
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
