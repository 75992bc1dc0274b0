/*
 * Loaded before the measured script. At exit it reports the cost of the whole process on a separate pipe. It is CommonJS, for `--require`:
 * after `--import`, Node also loads a CommonJS script as an ES module, and searches all of it for its exports. No application pays for that.
 */
const { writeSync } = process.getBuiltinModule("node:fs");

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
