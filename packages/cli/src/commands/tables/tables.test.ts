import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { runCli } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

describe("tables", () => {
  it("creates, lists and deletes tables", async () => {
    expect(await runHere("/", "tables", "create", "Shop", "Billing")).toEqual({
      code: 0,
      out: "",
      log: "✔ Shop created\n✔ Billing created",
    });
    expect(await runHere("/", "tables", "create", "Shop")).toMatchObject({ code: 0, log: "✔ Shop exists already" });
    expect(await runHere("/", "tables", "list")).toEqual({ code: 0, out: "Billing\nShop", log: "" });
    expect(await runHere("/", "tables", "delete", "Shop", "--confirm", "Shop")).toEqual({
      code: 0,
      out: "",
      log: "✔ Shop deleted",
    });
    expect(await runHere("/", "tables", "list")).toMatchObject({ out: "Billing" });
  });

  it("prints one object with --json", async () => {
    const json = async (...args: string[]) => JSON.parse((await runHere("/", "tables", ...args, "--json")).out);
    const all = { ok: true, exitCode: 0 };
    expect(await json("create", "Shop", "Billing")).toEqual({ ...all, created: ["Shop", "Billing"], existing: [] });
    expect(await json("create", "Shop", "Billing")).toEqual({ ...all, created: [], existing: ["Shop", "Billing"] });
    expect(await json("list")).toEqual({ ...all, tables: ["Billing", "Shop"] });
    expect(await json("delete", "Shop", "--confirm", "Shop")).toEqual({ ok: true, exitCode: 0, deleted: ["Shop"] });
    expect(await json("delete", "Shop", "--confirm", "Shop")).toMatchObject({
      ok: false,
      exitCode: 4,
      error: { code: "table.not-found" },
    });
  });

  it.each([
    [[], "--confirm is missing"],
    [["--confirm", "shop"], "--confirm names shop"],
  ])("deletes nothing with %j", async (args, reason) => {
    server.service.seed({ Shop: [] });
    expect(await runHere("/", "tables", "delete", "Shop", ...args)).toEqual({
      code: 2,
      out: "",
      log: `✖ tables.not-confirmed  Deleting Shop deletes all its rows, and ${reason}.\n  → Repeat the name to confirm: --confirm Shop\n  More: npx tablewright explain tables.not-confirmed`,
    });
    expect(Object.keys(server.service.dump())).toEqual(["Shop"]);
  });

  it("exits with 4 for a table that does not exist, and with 2 for a name that none can have", async () => {
    expect(await runHere("/", "tables", "delete", "Shop", "--confirm", "Shop")).toMatchObject({
      code: 4,
      log: expect.stringMatching(/^✖ table\.not-found {2}There is no table Shop\.\n/),
    });
    expect(await runHere("/", "tables", "create", "a-b")).toMatchObject({
      code: 2,
      log: expect.stringMatching(/^✖ cli\.usage {2}.*"a-b"/),
    });
  });
});

describe("how a command is told where to connect", () => {
  it("takes the option before the variables, and the first variable before the second", async () => {
    server.service.seed({ Shop: [] });
    const broken =
      "DefaultEndpointsProtocol=http;AccountName=other;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:1/other;";
    vi.stubEnv("AZURE_STORAGE_CONNECTION_STRING", broken);
    expect(await runHere("/", "tables", "list")).toMatchObject({ code: 0, out: "Shop" });
    vi.stubEnv("TABLES_CONNECTION_STRING", "");
    vi.stubEnv("AZURE_STORAGE_CONNECTION_STRING", server.connectionString);
    expect(await runHere("/", "tables", "list")).toMatchObject({ code: 0, out: "Shop" });
    vi.stubEnv("TABLES_CONNECTION_STRING", broken);
    expect(await runHere("/", "tables", "list", "--connection-string", server.connectionString)).toMatchObject({
      code: 0,
      out: "Shop",
    });
  });

  it("says what to set where nothing is", async () => {
    vi.stubEnv("TABLES_CONNECTION_STRING", "");
    expect(await runHere("/", "tables", "list")).toEqual({
      code: 2,
      out: "",
      log: "✖ connection.missing  There is no connection string.\n  → Set TABLES_CONNECTION_STRING, or pass --connection-string, or --endpoint with --sas or --entra.\n  More: npx tablewright explain connection.missing",
    });
  });

  it.each([
    [["--sas", "sv=1&sig=x"], "cli.usage  --sas needs an endpoint."],
    [["--entra"], "cli.usage  --entra needs an endpoint."],
    [["--endpoint", "http://127.0.0.1", "--connection-string", "x"], "cannot be used with option"],
    [["--endpoint", "http://127.0.0.1", "--entra", "--sas", "x"], "cannot be used with option"],
    [["--endpoint", "https://a.table.core.windows.net"], "connection.invalid  "],
    [["--endpoint", "'https://a.table.core.windows.net/?sig=x'"], "it has quotes in it; remove the quotes."],
    [["--connection-string", `"AccountName=abc;AccountKey=AAAA"`], "it has quotes in it; remove the quotes."],
    [
      ["--connection-string", "https://a.table.core.windows.net/?sig=x"],
      "The connection string is a URL.\n  → Pass a URL with --endpoint",
    ],
    [["--connection-string", "AccountName=my_account;AccountKey=AAAA"], "3 to 24 lower-case letters and digits"],
  ])("exits with 2 for %j", async (args, message) => {
    expect(await runHere("/", "tables", "list", ...args)).toMatchObject({
      code: 2,
      log: expect.stringContaining(message),
    });
  });

  it("signs in with @azure/identity where the project has it, and says how to install it elsewhere", async () => {
    const { root } = temporaryProject({
      "node_modules/@azure/identity/package.json": '{"name":"@azure/identity","main":"main.cjs"}',
      "node_modules/@azure/identity/main.cjs":
        'exports.DefaultAzureCredential = class { async getToken() { throw new Error("nobody is signed in"); } };',
    });
    const args = ["tables", "list", "--endpoint", "https://account.table.core.windows.net", "--entra"];
    expect(await runHere(root, ...args)).toMatchObject({
      code: 4,
      log: expect.stringMatching(/^✖ auth\.[\w-]+ {2}.*nobody is signed in/),
    });
    // A test runner may set NODE_PATH for all of its processes.
    expect(await runCli(temporaryProject().root, args, { NODE_PATH: "" })).toEqual({
      code: 2,
      out: "",
      log: "✖ connection.not-installed  --entra needs @azure/identity, which is not installed.\n  → Run: npm i -D @azure/identity\n  More: npx tablewright explain connection.not-installed\n",
    });
  });
});

describe("secrets", () => {
  const key = Buffer.from("the key of the account, which is long enough").toString("base64");
  const signature = "c2lnbmF0dXJlIG9mIHRoZSB0b2tlbiwgMzIgYnl0ZXM=";
  const sas = `sv=2019-02-02&sig=${encodeURIComponent(signature)}`;

  function connectionString(endpoint: string): string {
    return `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${key};TableEndpoint=${endpoint};`;
  }

  it("never reach the output: not of an error, not of the parser of arguments", async () => {
    const { endpoint } = server;
    const text = connectionString(endpoint);
    const runs = [
      ["tables", "list", "--connection-string", text],
      ["tables", "list", `--connection-strin=${text}`],
      ["tables", "list", text],
      [text],
      ["tables", "list", "--connection-string", text.replace("AccountKey=", "AcountKey=")],
      ["tables", "list", "--endpoint", endpoint, "--sas", sas],
      ["tables", "list", "--endpoint", `${endpoint}?${sas}`],
      ["tables", "list", "--endpoint", `${endpoint}?${sas}`, "--sass", sas],
      ["tables", "list", "--connection-string", text, "--parallel=x"],
      ["export", "Shop", "--connection-string", text],
      ["import", "Shop", join("/", "missing"), "--connection-string", text],
    ];
    for (const args of runs) {
      for (const json of [[], ["--json"]]) {
        const { code, out, log } = await runHere("/", ...args, ...json);
        expect(code, args.join(" ")).not.toBe(0);
        expect(code, log).not.toBe(1);
        for (const secret of [key, signature, encodeURIComponent(signature)]) expect(out + log).not.toContain(secret);
      }
    }
  });
});

it("runs as a process, and its help names every option", async () => {
  const environment = { TABLES_CONNECTION_STRING: server.connectionString };
  server.service.seed({ Shop: [] });
  expect(await runCli("/", ["tables", "list"], environment)).toEqual({ code: 0, out: "Shop\n", log: "" });
  const { code, out } = await runCli("/", ["tables", "list", "--help"]);
  expect(code).toBe(0);
  for (const option of ["--connection-string", "--endpoint", "--sas", "--entra", "--json"])
    expect(out).toContain(option);
});
