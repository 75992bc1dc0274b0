import { readFileSync } from "node:fs";
import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { indexedEmployees } from "../../test/indexed-rows.js";
import { runHere } from "../../test/run-here.js";
import { orderLines, seedShop } from "../../test/small-shop.js";
import { startCli } from "../../test/spawn-cli.js";
import { definition, type TemporaryProject, temporaryProject } from "../../test/temporary-project.js";

let server: TableServer;

beforeAll(async () => {
  server = await serveTableService();
});
afterAll(() => server.close());
beforeEach(() => {
  seedShop(server.service, 6, 6);
  vi.stubEnv("AZURE_STORAGE_CONNECTION_STRING", "");
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const installed = {
  type: "module",
  dependencies: { "@tablewright/runtime": "0" },
  devDependencies: { tablewright: "0", typescript: "6", "@types/node": "20" },
};
const project = (files: Readonly<Record<string, string>> = {}) =>
  temporaryProject({ "package.json": JSON.stringify(installed), ...files });

const textOf = ({ root, list }: TemporaryProject) =>
  list()
    .map((path) => readFileSync(`${root}/${path}`, "utf8"))
    .join("\n");

describe("init --from", () => {
  it("writes definitions that are inferred from the tables, and says how to read their first rows", async () => {
    const files = project();
    expect(await runHere(files.root, "init", "--from", "Orders", "People")).toEqual({
      code: 0,
      out: `written  tablewright.config.ts
written  tables/orders.table.ts
written  tables/people.table.ts
written  tsconfig.json
written  tsconfig.build.json
changed  package.json (scripts: generate, typecheck, build)`,
      log: `  Orders: 6 rows, PartitionKey all, RowKey order!{id}
  Person: 6 rows, PartitionKey all, RowKey person!{id}
→ Check the drafts: names of entities, required properties, maxLength
→ Run: npx tablewright generate
→ Then save this as src/first-rows.ts, and run: npx tsx src/first-rows.ts

import { TableServiceClient } from "@tablewright/runtime";
import { Orders } from "./tables.gen/index.js";

await using service = TableServiceClient.fromConnectionString(process.env["TABLES_CONNECTION_STRING"] ?? "");
for await (const row of service.entities(Orders).scan().take(5)) console.log(row);`,
    });
    expect(files.read("tables/orders.table.ts")).toContain("total: edm.int32(),");
    expect((await runHere(files.root, "generate")).code).toBe(0);
    expect(textOf(files)).not.toContain(server.service.key);
  });

  it("writes no definition of a table that has index rows alone", async () => {
    const { insert } = await indexedEmployees();
    for (let at = 0; at < 20; at++) {
      const values = { email: `E${at}@X.org`, name: `n ${at % 7}`, department: `D${at % 3}` };
      await insert(`e${at}`, { ...values, companyId: at % 2 === 0 ? "Acme" : "Beta" });
    }
    const { code, out, log } = await runHere(project().root, "init", "--from", "CompanyIndex", "Company");
    expect([code, log.split("\n")[0]]).toEqual([0, "✔ 20 rows of CompanyIndex: all are index rows"]);
    expect(out.match(/written {2}tables\/.*/g)).toEqual(["written  tables/company.table.ts"]);
  });

  it("follows the config that is there", async () => {
    const config =
      'export default { definitions: "model/*.table.ts", outDir: "app/lib/gen", importExtension: ".ts" };\n';
    const files = project({ "tablewright.config.ts": config });
    const { out, log } = await runHere(files.root, "init", "--from", "Orders");
    expect(out).toMatch(/^kept {5}tablewright\.config\.ts\nwritten {2}model\/orders\.table\.ts\n/);
    expect(log).toContain("→ Then save this as app/lib/first-rows.ts, and run: npx tsx app/lib/first-rows.ts\n");
    expect(log).toContain('import { Orders } from "./gen/index.ts";');
    const drafted = files.read("model/orders.table.ts");
    expect(drafted).toMatch(/^import \{ edm, entity \} from "tablewright";\n\n\/\/ From 6 rows of Orders\.\n/);
  });

  it("keeps all files the second time, and connects no more", async () => {
    const files = project();
    await runHere(files.root, "init", "--from", "Orders", "People");
    const before = textOf(files);
    vi.stubEnv("TABLES_CONNECTION_STRING", "");
    const again = await runHere(files.root, "init", "--from", "People", "Orders", "orders");
    expect(again.out.split("\n")).toEqual([
      "kept     tablewright.config.ts",
      "kept     tables/people.table.ts",
      "kept     tables/orders.table.ts",
      "kept     tsconfig.json",
      "kept     package.json",
    ]);
    expect(again.log).toContain("service.entities(Person)");
    expect(again.log).not.toContain("drafts");
    expect(textOf(files)).toBe(before);
  });

  it("drafts what is not declared beside what is", async () => {
    const files = project();
    await runHere(files.root, "init", "--from", "Orders");
    const { code, out } = await runHere(files.root, "init", "--from", "Orders", "People");
    expect([code, out.split("\n")[1], out.split("\n")[2]]).toEqual([
      0,
      "kept     tables/orders.table.ts",
      "written  tables/people.table.ts",
    ]);
    expect((await runHere(files.root, "check")).code).toBe(0);
  });

  it.each([
    ["a table that does not exist", ["Orders", "Missing"], 4, "✖ table.not-found  "],
    [
      "an empty table",
      ["Orders", "Empty"],
      2,
      "✖ init.table-empty  Empty has no rows, so there is nothing to infer.\n  → Write a row first, or run `npx tablewright init` without --from for a definition to start from.",
    ],
    ["a name that no table has", ["a-b"], 2, "✖ cli.usage  "],
    [
      "a file in the way",
      ["Taken"],
      2,
      "✖ pull.file-exists  tables/taken.table.ts exists already, and does not declare",
    ],
  ])("writes nothing for %s", async (_, tables, code, message) => {
    server.service.seed({ Empty: [] });
    const files = project({ "tables/taken.table.ts": definition("Other") });
    const before = textOf(files);
    const printed = await runHere(files.root, "init", "--from", ...tables);
    expect([printed.code, printed.out]).toEqual([code, ""]);
    expect(printed.log).toContain(message);
    expect(textOf(files)).toBe(before);
  });

  it("writes nothing while existing definitions have errors, or without a connection string", async () => {
    const broken = project({ "tables/a.table.ts": "const x = ;\n" });
    const printed = await runHere(broken.root, "init", "--from", "Orders");
    expect([printed.code, printed.out, broken.list()]).toEqual([2, "", ["package.json", "tables/a.table.ts"]]);
    vi.stubEnv("TABLES_CONNECTION_STRING", "");
    const files = project();
    expect(await runHere(files.root, "init", "--from", "Orders")).toMatchObject({
      code: 2,
      log: expect.stringMatching(/^✖ connection\.missing {2}/),
    });
    expect(files.list()).toEqual(["package.json"]);
  });

  it("takes options of the connection with --from alone", async () => {
    const files = project();
    const { code, log } = await runHere(files.root, "init", "--connection-string", server.connectionString);
    expect([code, log]).toEqual([
      2,
      "✖ cli.usage  --connection-string needs --from.\n  → Pass the tables to infer definitions from too: --from <table...>\n  More: npx tablewright explain cli.usage",
    ]);
    expect(files.list()).toEqual(["package.json"]);
  });

  it("writes a program that connects as it did itself, without a secret", async () => {
    const { root } = project();
    vi.stubEnv("TABLES_CONNECTION_STRING", "");
    const given = await runHere(root, "init", "--from", "Orders", "--connection-string", server.connectionString);
    expect(given.log).toContain('and run: TABLES_CONNECTION_STRING="…" npx tsx src/first-rows.ts\n');
    expect(given.log).not.toContain(server.service.key);
    vi.stubEnv("AZURE_STORAGE_CONNECTION_STRING", server.connectionString);
    const other = await runHere(root, "init", "--from", "Orders");
    expect(other.log).toContain('fromConnectionString(process.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "")');
    const endpoint = ["--endpoint", "https://shop.table.core.windows.net?sig=secret"];
    const sas = await runHere(root, "init", "--from", "Orders", ...endpoint, "--sas", "sv=1&sig=secret");
    expect(sas.log).toContain(
      'new TableServiceClient("https://shop.table.core.windows.net", new SasCredential(process.env["TABLES_SAS"] ?? ""))',
    );
    expect(sas.log).not.toContain("secret");
    const entra = await runHere(root, "init", "--from", "Orders", ...endpoint, "--entra");
    expect(entra.log).toContain('import { DefaultAzureCredential } from "@azure/identity";\n');
  });

  it("has written nothing when it is stopped", async () => {
    server.service.importRows(orderLines(3000));
    server.service.faults.add({ fault: { kind: "delay", milliseconds: 500 } });
    const files = project();
    const { child, ended } = startCli(files.root, ["init", "--from", "Orders"]);
    await vi.waitFor(() => expect(server.service.requests.length).toBeGreaterThan(0), {
      timeout: 600_000,
      interval: 10,
    });
    child.kill("SIGINT");
    expect(await ended).toEqual({ code: 130, out: "", log: "Stopped. Nothing was written.\n" });
    expect(files.list()).toEqual(["package.json"]);
  });
});
