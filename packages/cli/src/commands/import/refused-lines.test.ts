import { expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();
const importing = ["import", "Shop", "rows.ndjson"];

const line = (partition: string, row: number, member = '"n":1') =>
  `{"$table":"Shop","PartitionKey":"${partition}","RowKey":"${row}",${member}}`;

function project(lines: readonly string[]) {
  server.service.seed({ Shop: [] });
  return temporaryProject({ "rows.ndjson": lines.map((text) => `${text}\n`).join("") });
}

it("divides a transaction that times out, until the lines are written", async () => {
  const { root } = project(Array.from({ length: 20 }, (_, index) => line(`p${index % 2}`, index)));
  server.service.faults.add({ operation: "transaction", times: 1, fault: { kind: "reset" } });
  const { code, log } = await runHere(root, ...importing);
  expect([code, log]).toEqual([0, expect.stringContaining("✔ 20 rows imported to Shop")]);
});

it("names the one line that the service blames, or that is sent alone", async () => {
  const { root, write } = project(Array.from({ length: 46 }, (_, index) => line("p", index)));
  server.service.importRows([line("p", 30, '"n":2')]);
  expect((await runHere(root, ...importing)).log).toMatch(/^✖ entity\.already-exists {2}Line 31: /m);
  write("alone.ndjson", `\n${line("q", 1)}\n`);
  server.service.faults.add({ operation: "insert", fault: { kind: "timeout" } });
  expect((await runHere(root, "import", "Shop", "alone.ndjson")).log).toMatch(/^✖ service\.timeout {2}Line 2: /m);
});

it("says to correct a line that would be refused again", async () => {
  const rows = Array.from({ length: 4 }, (_, index) => line("p", index));
  const { root, write } = project([...rows, line("p", 4, '"not valid":1')]);
  const help = "Written from the beginning: 4 rows. Correct this, then run the same command again to continue.";
  for (let run = 0; run < 2; run++) {
    const { code, log } = await runHere(root, ...importing);
    expect([code, log]).toEqual([4, expect.stringMatching(/^✖ property\.invalid-name {2}Line 5: /m)]);
    expect(log).toContain(help);
  }
  write("rows.ndjson", [...rows, line("p", 4), ""].join("\n"));
  expect(await runHere(root, ...importing)).toMatchObject({ code: 0 });
});

it("counts the rows before a refused line apart from those after it", async () => {
  const { root } = project(Array.from({ length: 10 }, (_, index) => line(`p${index}`, 0)));
  server.service.importRows([line("p2", 0, '"n":2')]);
  const { log } = await runHere(root, ...importing, "--parallel", "16");
  expect(log).toContain("→ Written from the beginning: 2 rows, and 7 rows after line 3. Correct this, ");
  const again = await runHere(root, ...importing);
  expect(again.log).toContain("Continuing rows.ndjson after 2 rows.");
});
