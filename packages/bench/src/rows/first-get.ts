import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { median, milliseconds, type Row, type RowSource } from "../measure/figures.js";
import { type Cost, interleaved, programPath, runProgram, startStub } from "../measure/processes.js";
import { account, accountKey } from "../subjects/subjects.js";

/** Factor by which starts are measured more often than the rest, because a start is short and noisy. */
const oftener = 4;

const cpu = (costs: readonly Cost[]) => median(costs.map(({ cpuUs }) => cpuUs));
const memory = (costs: readonly Cost[]) => median(costs.map(({ maxRssKb }) => maxRssKb)) / 1000;

/**
 * Scripts: two read one row, each with one library, and one does nothing. `atLeast` is the minimum factor by which ours must be cheaper.
 */
interface Contenders {
  readonly what: string;
  readonly ours: string;
  readonly baseline: string;
  readonly nothing: string;
  readonly atLeast: number;
}

/** CPU time and memory of a whole process that reads one row, on each Node, as one file and with packages. */
export const firstGet: RowSource = {
  name: "first-get",
  async measure(times) {
    const folder = mkdtempSync(join(tmpdir(), "first-get-"));
    const stub = await startStub(1);
    try {
      const contenders: readonly Contenders[] = [
        { what: "a bundle of one file", ...(await bundleBoth(folder)), atLeast: 1.3 },
        {
          what: "packages",
          ours: programPath("first-get"),
          baseline: programPath("first-get-baseline"),
          nothing: programPath("import-package"),
          atLeast: 2.5,
        },
      ];
      const rows: Row[] = [];
      for (const major of [20, 22, 24]) {
        const node = findNode(major);
        for (const contender of contenders) rows.push(await compare(contender, node, stub.endpoint, times * oftener));
      }
      return rows;
    } finally {
      stub.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

async function compare(
  { what, ours, baseline, nothing, atLeast }: Contenders,
  { path, major }: NodeVersion,
  endpoint: string,
  times: number,
): Promise<Row> {
  const run = (script: string) => () => runProgram(script, [endpoint, account, accountKey], { node: path });
  const empty = () => runProgram(nothing, [], { node: path });
  const costs = await interleaved(times, { nothing: empty, baseline: run(baseline), ours: run(ours) });
  const over = (name: "baseline" | "ours") => ({
    cpuUs: cpu(costs[name]) - cpu(costs.nothing),
    megabytes: memory(costs[name]) - memory(costs.nothing),
  });
  const [theirs, own] = [over("baseline"), over("ours")];
  const ratio = theirs.cpuUs / own.cpuUs;
  const words = (cost: typeof own) => `${milliseconds(cost.cpuUs)}, ${cost.megabytes.toFixed(0)} MB`;
  return {
    what: `whole process with one get, ${what}, Node ${major}: CPU and memory over an empty node`,
    baseline: words(theirs),
    ours: `${words(own)}: ${ratio.toFixed(2)} times less CPU`,
    budget: `at least ${atLeast} times less CPU, not more memory`,
    holds: ratio >= atLeast && own.megabytes <= theirs.megabytes,
  };
}

/** Bundles each script as an application for Node would be bundled: one minified file in CommonJS, a format that suits both libraries. */
export async function bundleBoth(folder: string): Promise<Pick<Contenders, "ours" | "baseline" | "nothing">> {
  const bundle = async (name: string) => {
    const outfile = join(folder, `${name}.cjs`);
    const entryPoints = [programPath(name)];
    await build({ entryPoints, outfile, bundle: true, minify: true, platform: "node", format: "cjs" });
    return outfile;
  };
  const nothing = join(folder, "nothing.cjs");
  writeFileSync(nothing, "");
  return { ours: await bundle("first-get"), baseline: await bundle("first-get-baseline"), nothing };
}

interface NodeVersion {
  readonly path: string;
  readonly major: number;
}

/** Finds a version of Node: the current one, or one that npm installs in its cache. */
function findNode(major: number): NodeVersion {
  if (process.version.startsWith(`v${major}.`)) return { path: process.execPath, major };
  const args = ["-y", "-p", `node@${major}`, "node", "-p", "process.execPath"];
  return { path: execFileSync("npx", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim(), major };
}
