import { expect, it, vi } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { startCli } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const rows = 20_000;
const partition = 4000;
const line = (table: string, number: number) =>
  `{"$table":"${table}","PartitionKey":"p${Math.floor(number / partition)}","RowKey":"${String(number).padStart(6, "0")}","n":${number}}`;
const textOf = (table: string, numbers: readonly number[]) =>
  `${numbers.map((number) => line(table, number)).join("\n")}\n`;
const ordered = Array.from({ length: rows }, (_, number) => number);
/** Orders of the lines of a file: by keys, by ranges that several readers wrote in turn, and by a hash. */
const orders = {
  "in the order of its keys": ordered,
  "of three ranges in turn": ordered.toSorted((one, other) => rangeOf(one) - rangeOf(other) || one - other),
  "in no order": ordered.toSorted((one, other) => ((one * 7919) % 100_003) - ((other * 7919) % 100_003)),
};

function rangeOf(number: number): number {
  return (Math.floor(number / 1000) % 3) + 3 * Math.floor(number / 6000);
}

it.each(Object.entries(orders))(
  "an import of a file %s that was killed continues with few more requests than what is left needs",
  async (order, numbers) => {
    server.service.seed({ Shop: [], Left: [] });
    const { root, write } = temporaryProject({ "rows.ndjson": textOf("Shop", numbers) });
    const { child, ended } = startCli(root, ["import", "Shop", "rows.ndjson", "--mode", "insert"]);
    const stored = () => server.service.dump()["Shop"] ?? [];
    await vi.waitFor(() => expect(stored().length).toBeGreaterThan(rows / 3), { timeout: 60_000, interval: 5 });
    child.kill("SIGKILL");
    await ended;
    const written = new Set(stored().map(({ RowKey }) => Number(RowKey)));
    expect(written.size).toBeLessThan(rows);
    server.service.clearRequests();
    expect(await runHere(root, "import", "Shop", "rows.ndjson", "--mode", "insert")).toMatchObject({ code: 0 });
    const continued = server.service.requests.length;
    expect(stored()).toHaveLength(rows);
    write(
      "left.ndjson",
      textOf(
        "Left",
        numbers.filter((number) => !written.has(number)),
      ),
    );
    server.service.clearRequests();
    expect(await runHere(root, "import", "Left", "left.ndjson")).toMatchObject({ code: 0 });
    const needed = server.service.requests.length;
    process.stdout.write(
      `import after a kill, a file ${order}: ${written.size} written, ${continued} requests, ${needed} for what was left\n`,
    );
    expect(continued / needed).toBeLessThanOrEqual(1.2);
  },
  120_000,
);
