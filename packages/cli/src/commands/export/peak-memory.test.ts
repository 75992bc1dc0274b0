import { existsSync } from "node:fs";
import { join } from "node:path";
import { serveTableService } from "@tablewright/testing";
import { expect, it, onTestFinished } from "vitest";
import { largeMembers, sampleLines } from "../../test/sample-rows.js";
import { runScript } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const soak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

/** Published command: run from source, it would also count the compiler. */
const bin = new URL("../../../dist/bin.js", import.meta.url).pathname;

/** Prints the peak memory of the process, in kilobytes, when it ends. */
const measure = `data:text/javascript,process.on("exit",()=>console.error("peak "+process.resourceUsage().maxRSS))`;

const limitKb = 200_000;

// Takes minutes, so it runs only in a soak, after `pnpm build`.
it.runIf(soak).each(["rows.ndjson", "rows.ndjson.gz"])(
  "100,000 rows of all types, every 500th of nearly 1 MiB, pass through %s in less than 200 MB",
  async (file) => {
    expect(existsSync(bin), "Run `pnpm build` first.").toBe(true);
    const server = await serveTableService();
    onTestFinished(() => server.close());
    const large = Array.from({ length: 200 }, (_, index) => {
      const partition = `${"abcdefgh"[index % 8]}${Math.floor((index * 500) / 300)}`;
      return `{"$table":"Shop","PartitionKey":"${partition}","RowKey":"large ${index}"${largeMembers()}}`;
    });
    server.service.importRows(sampleLines("Shop", 100_000));
    for (const line of large) server.service.importRows([line]);
    server.service.seed({ Copy: [] });
    const { root } = temporaryProject();
    for (const args of [
      ["export", "Shop", "--out", file],
      ["import", "Copy", file],
    ]) {
      const environment = { TABLES_CONNECTION_STRING: server.connectionString };
      const { code, log } = await runScript(root, ["--import", measure, bin, ...args], environment);
      expect(code, log).toBe(0);
      const peak = Number(/peak (\d+)/.exec(log)?.[1]);
      console.info(`${args.join(" ")}: ${Math.round(peak / 1000)} MB`);
      expect(peak, args.join(" ")).toBeLessThan(limitKb);
    }
    expect(existsSync(join(root, `${file}.import-state.json`))).toBe(false);
  },
);
