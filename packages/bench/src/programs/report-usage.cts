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
      // `performance` would load `node:perf_hooks` in a process that does not use it.
      wallUs: process.uptime() * 1_000_000,
      maxRssKb: process.resourceUsage().maxRSS,
    }),
  );
});
