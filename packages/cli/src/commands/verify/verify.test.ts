import { describe, expect, it, vi } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { interruptAt } from "../../test/interrupt-at.js";
import { progressHere, runHere, runWithBar } from "../../test/run-here.js";
import { runCli, startCli } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { definitions, line, order, session, verifyJson, visit } from "../../test/verified-rows.js";

const server = commandServer();

const project = () => temporaryProject({ "tables/shop.table.ts": definitions });

describe("verify", () => {
  it("counts equal findings, with the keys of some of their rows and no value of any", async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      ...order,
      PartitionKey: `cust!C${index}`,
      customerId: `C${index}`,
      sequence: index,
    }));
    server.service.seed({ Shop: [...rows, { ...line, Sku: null }], Visits: [{ ...visit, secret: "hunter2" }] });
    const { code, out, log } = await runHere(project().root, "verify", "Shop", "Visits");
    expect(code).toBe(3);
    // On a busy machine, progress lines come before it.
    expect(log.split("\n").at(-1)).toBe("✖ 3 kinds of findings in 2,502 rows of Shop, Visits");
    expect(out.replace(/C\d+/g, "C…").split("\n")).toEqual([
      "TABLE    ROWS  CODE                 FINDING",
      "Shop    2,500  decode.wrong-type    Order.sequence is stored as Edm.Int32, not as Edm.Int64",
      ...Array(3).fill('                                    ("cust!C…", "order!2516982335999999999!0000000007")'),
      "Shop        1  decode.missing       OrderLine.sku is absent, and the definition requires it",
      '                                    ("cust!C…", "line!0001")',
      "Visits      1  property.undeclared  Visit does not declare secret, which is stored as Edm.String",
      `                                    ("2024-01-01!2", "home!${session}!Ann")`,
    ]);
    expect(out + log).not.toContain("hunter2");
  });

  it("lists every row of a finding with --rows", async () => {
    const rows = Array.from({ length: 5 }, (_, index) => ({
      ...line,
      RowKey: `line!000${index}`,
      lineNo: index,
      Sku: 5,
    }));
    server.service.seed({ Shop: rows });
    const { out } = await runHere(project().root, "verify", "Shop", "--rows");
    expect(out.match(/line!000\d/g)).toHaveLength(5);
    const { findings } = await verifyJson(project().root, "Shop", "--rows");
    expect(findings.map(({ examples }) => examples.length)).toEqual([5]);
  });

  it("shows the derived parts of keys", async () => {
    server.service.seed({ Visits: [{ ...visit, PartitionKey: "x" }] });
    const { findings } = await verifyJson(project().root, "Visits");
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The keys do not have the shape \(\{at\.day\}!\{.*\.shard\(\d+\)\}, /),
    ]);
  });

  it("keeps no more kinds of findings than fit on a screen", async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({
      ...line,
      RowKey: `line!${String(index).padStart(4, "0")}`,
      lineNo: index,
      [`p${index}`]: 1,
    }));
    server.service.seed({ Shop: rows });
    const { findings, ...rest } = await verifyJson(project().root, "Shop");
    expect([findings.length, rest]).toEqual([200, expect.objectContaining({ rows: 300, others: 100 })]);
    expect((await runHere(project().root, "verify", "Shop")).log).toBe(
      "100 further findings are of kinds that are not listed.\n✖ 200 kinds of findings in 300 rows of Shop",
    );
  });

  it("reads each of the tables once, and says that it has found nothing", async () => {
    server.service.seed({ Shop: [line], Visits: [visit], Documents: [] });
    const { root } = project();
    const all = await runHere(root, "verify");
    expect([all.code, all.out, all.log]).toEqual([0, "", "✔ 2 rows of Documents, Shop, Visits checked: nothing found"]);
    expect((await runHere(root, "verify", "Visits", "Shop", "Visits")).log).toBe(
      "✔ 2 rows of Visits, Shop checked: nothing found",
    );
    expect((await runHere(root, "verify", "Shop", "--sample", "9")).log).toBe("✔ 1 row of Shop checked: nothing found");
    const { out } = await runHere(root, "verify", "Visits", "--json");
    expect(JSON.parse(out)).toEqual({ ok: true, exitCode: 0, tables: ["Visits"], rows: 1, findings: [] });
  });

  it("can be interrupted, and says what it has found and how many rows it has read", async () => {
    const rows = [1, 2, 3, 4, 5].map((lineNo) => ({ ...line, RowKey: `line!000${lineNo}`, lineNo }));
    server.service.seed({ Shop: [{ ...line, RowKey: "line!0000" }, ...rows] });
    server.service.faults.add({ fault: { kind: "pageSize", size: 2 } });
    const verify = (...flags: string[]) => {
      interruptAt(server.service, 3);
      return runHere(project().root, "verify", "Shop", "--parallel", "1", ...flags);
    };
    expect(await verify()).toMatchObject({
      code: 130,
      out: expect.stringContaining("decode.key-mismatch"),
      log: "✖ 1 kind of findings in 4 rows of Shop\nStopped after 4 rows. Run the command again, or read fewer rows with --sample.",
    });
    const json = JSON.parse((await verify("--json")).out);
    expect(json).toMatchObject({ ok: false, exitCode: 130, rows: 4, findings: [{ rows: 1 }] });
  });

  it("says nothing of rows that it has not read", async () => {
    server.service.seed({ Shop: [line] });
    interruptAt(server.service, 1);
    expect(await runHere(project().root, "verify", "Shop")).toEqual({
      code: 130,
      out: "",
      log: "Stopped after 0 rows. Run the command again, or read fewer rows with --sample.",
    });
  });

  it("shows which share of the tables it has read", async () => {
    const rows = [1, 2].map((lineNo) => ({ ...line, RowKey: `line!000${lineNo}`, lineNo }));
    server.service.seed({ Documents: [], Shop: rows, Visits: [visit] });
    server.service.faults.add({ fault: { kind: "delay", milliseconds: 250 } });
    await runWithBar(project().root, "verify", "--parallel", "1");
    const shown = progressHere.flatMap((text) => /([\d,]+ rows?), .* (\d+) %/.exec(text)?.slice(1).join(" at ") ?? []);
    expect([...new Set(shown)]).toEqual(["0 rows at 0", "0 rows at 33", "2 rows at 66"]);
  });

  it("reads a sample from all over a table", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => {
      const customerId = `${"abcdefgh"[index % 8]}${index}`;
      return { ...line, PartitionKey: `cust!${customerId}`, customerId, Sku: index % 8 === 7 ? 5 : "A" };
    });
    server.service.seed({ Shop: rows });
    const { rows: read, findings } = await verifyJson(project().root, "Shop", "--sample", "100");
    expect(read).toBe(100);
    expect(findings).toMatchObject([{ message: "OrderLine.sku is stored as Edm.Int32, not as Edm.String" }]);
    expect(findings[0]?.rows).toBeLessThan(50);
    expect(await verifyJson(project().root, "Shop", "--sample", "5000")).toMatchObject({ rows: 3000 });
  });

  it("names a table that does not exist, and goes on with the others", async () => {
    server.service.seed({ Shop: [line], Visits: [visit] });
    expect(await verifyJson(project().root)).toMatchObject({
      exitCode: 3,
      rows: 2,
      findings: [
        { table: "Documents", code: "table.not-found", message: "The table does not exist", rows: 0, examples: [] },
      ],
    });
  });

  it.each([
    [
      ["None"],
      "✖ verify.unknown-table  No definition has the table None.\n  → Pass one or more of these: Documents, Shop, Visits\n  More: npx tablewright explain verify.unknown-table",
    ],
    [["--sample", "0"], "Expected a whole number from 1 to 9999999"],
    [["--config", "missing.config.ts"], "config.not-found"],
  ])("exits with 2 for %j", async (args, message) => {
    const { code, out, log } = await runHere(project().root, "verify", ...args);
    expect([code, out, log]).toEqual([2, "", expect.stringContaining(message)]);
  });

  it("exits with 2 where the definitions have errors", async () => {
    const { root } = temporaryProject({ "tables/shop.table.ts": "export const Order = entity({});\n" });
    expect(await runHere(root, "verify")).toMatchObject({
      code: 2,
      log: expect.stringContaining("tables/shop.table.ts:1"),
    });
  });

  it("exits with 4 where the service cannot be reached", async () => {
    const text = server.connectionString.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:1");
    server.service.faults.clear();
    const { code, log } = await runHere(project().root, "verify", "--connection-string", text);
    expect([code, log]).toEqual([4, expect.stringMatching(/^✖ request\.failed/)]);
  });
});

describe("verify as a process", () => {
  it("prints the table on stdout, and exits with 3", async () => {
    server.service.seed({ Shop: [{ ...order, Total: 5 }] });
    expect(await runCli(project().root, ["verify", "Shop"])).toEqual({
      code: 3,
      out: [
        "TABLE  ROWS  CODE                 FINDING",
        "Shop      1  property.undeclared  Order does not declare Total, which is stored as Edm.Int32",
        '                                  ("cust!C1", "order!2516982335999999999!0000000007")',
        "",
      ].join("\n"),
      log: "✖ 1 kind of findings in 1 row of Shop\n",
    });
  });

  it("ends cleanly on Ctrl-C, with what it has found", async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      ...line,
      RowKey: `line!${String(index).padStart(4, "0")}`,
      lineNo: index,
    }));
    server.service.seed({ Shop: [{ ...line, RowKey: "line!-001" }, ...rows] });
    server.service.faults.add({ fault: { kind: "delay", milliseconds: 300 } });
    const { child, ended } = startCli(project().root, ["verify", "Shop", "--parallel", "1"]);
    await vi.waitFor(() => expect(server.service.requests.length).toBe(3), { timeout: 600_000, interval: 5 });
    child.kill("SIGINT");
    const { code, out, log } = await ended;
    expect(code, log).toBe(130);
    expect(out).toContain("key.malformed");
    expect(log).toMatch(/Stopped after [\d,]+ rows\. Run the command again, or read fewer rows with --sample\.\n$/);
  });

  it("names its options in its help", async () => {
    const { code, out } = await runCli("/", ["verify", "--help"]);
    expect(code).toBe(0);
    for (const text of [
      "[table...]",
      "--sample <number>",
      "--parallel",
      "--json",
      "--config",
      "--endpoint",
      "exits with code 3",
    ])
      expect(out.replace(/\s+/g, " ")).toContain(text);
  });
});
