import { hostname } from "node:os";
import { expect, it, vi } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { orderLines } from "../../test/small-shop.js";
import { runInShell, startCli } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();
const lock = "rows.ndjson.import-lock.json";
const importing = ["import", "Orders", "rows.ndjson"];

/** Creates a file of rows and an empty table. */
function project(count: number, ...more: readonly string[]) {
  server.service.seed({ Orders: [] });
  return temporaryProject({ "rows.ndjson": [...orderLines(count), ...more].map((line) => `${line}\n`).join("") });
}

it("refuses a second import of a file while the first one runs, and the first ends whole", async () => {
  const { root, list } = project(4000);
  server.service.faults.add({ fault: { kind: "delay", milliseconds: 20 } });
  const first = runHere(root, ...importing);
  await vi.waitFor(() => expect(server.service.requests.length).toBeGreaterThan(0), { timeout: 600_000, interval: 5 });
  const second = await runHere(root, ...importing);
  expect(second).toMatchObject({
    code: 2,
    log: expect.stringMatching(
      new RegExp(`^✖ import\\.under-way {2}Process ${process.pid} on .* is importing .*rows\\.ndjson\\.\\n`),
    ),
  });
  expect(await first).toMatchObject({ code: 0, log: expect.stringContaining("✔ 4,000 rows imported to Orders") });
  expect([server.service.dump()["Orders"]?.length, list()]).toEqual([4000, ["rows.ndjson"]]);
});

const wrongManifest = '{"version":1,"table":"Orders","rows":2,"bytes":300,"sha256":"00"}\n';

it.each<[string, readonly string[], string | undefined, string, number, string]>([
  ["a line that is no row", ["{"], undefined, "Orders", 2, "import.file-invalid"],
  ["a table that does not exist", [], undefined, "None", 4, "table.not-found"],
  ["the name of no table", [], undefined, "X1", 2, "cli.usage"],
  ["a wrong manifest", [], wrongManifest, "Orders", 2, "import.checksum-mismatch"],
])("keeps no lock after %s", async (_, lines, manifest, table, code, problem) => {
  const { root, write, list } = project(5, ...lines);
  if (manifest !== undefined) write("rows.ndjson.manifest.json", manifest);
  const result = await runHere(root, "import", table, "rows.ndjson");
  expect({ code: result.code, log: result.log }).toEqual({ code, log: expect.stringContaining(`✖ ${problem}  `) });
  expect(list()).not.toContain(lock);
});

it("goes on with the file of an import that was killed", async () => {
  const { root, list, read } = project(3000);
  const removeDelay = server.service.faults.add({ fault: { kind: "delay", milliseconds: 50 } });
  const { child, ended } = startCli(root, [...importing, "--parallel", "1"]);
  await vi.waitFor(() => expect(read("rows.ndjson.import-state.json")).toMatch(/"rows":[1-9]/), {
    timeout: 600_000,
    interval: 5,
  });
  child.kill("SIGKILL");
  await ended;
  expect(list()).toContain(lock);
  removeDelay();
  expect(await runHere(root, ...importing)).toMatchObject({ code: 0 });
  expect([server.service.dump()["Orders"]?.length, list()]).toEqual([3000, ["rows.ndjson"]]);
});

it("needs no lock where the rows come through a pipe", async () => {
  const { root, write } = project(5);
  write(lock, JSON.stringify({ pid: 1, host: `not-${hostname()}` }));
  expect(await runHere(root, ...importing)).toMatchObject({ code: 2 });
  expect(await runInShell(root, 'cat rows.ndjson | "$@" import Orders')).toMatchObject({ code: 0 });
  expect(server.service.dump()["Orders"]?.length).toBe(5);
});
