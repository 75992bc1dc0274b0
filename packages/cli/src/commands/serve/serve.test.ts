import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { get } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeCertificates } from "../../../../runtime/src/test/account/certificates.js";
import { runHere } from "../../test/run-here.js";
import { type Running, registered, runCli, script, startCli, withoutPackage } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const headers = {
  accept: "application/json;odata=minimalmetadata",
  "content-type": "application/json",
  "x-ms-version": "2020-12-06",
  authorization: "Bearer t",
};

interface Served extends Running {
  send(method: string, path: string, body?: object): Promise<{ etag: string | null; text: string }>;
}

/** Starts `serve` and returns it with a function for requests signed by a token. */
async function startServe(cwd: string, ...args: readonly string[]): Promise<Served> {
  const running = startCli(cwd, ["serve", ...args]);
  await running.printed("to stop.\n");
  const accounts = Math.max(1, args.filter((text) => text === "--account").length);
  expect(await running.printedLines(accounts)).toHaveLength(accounts);
  const [, endpoint = ""] = /TableEndpoint=([^;\n]+)/.exec(running.output().out) ?? [];
  return {
    ...running,
    async send(method, path, body) {
      const sent = { method, headers: method === "DELETE" ? { ...headers, "if-match": "*" } : headers };
      const response = await fetch(
        endpoint + path,
        body === undefined ? sent : { ...sent, body: JSON.stringify(body) },
      );
      return { etag: response.headers.get("etag"), text: await response.text() };
    },
  };
}

describe("serve", () => {
  it.each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("prints a connection string, answers and ends with %s", async (signal, exit) => {
    const { child, ended, printed, output } = startCli("/", ["serve", "--port", "0"]);
    await printed("TableEndpoint=");
    await printed("\n");
    const [, endpoint = ""] = /TableEndpoint=([^;\n]+)/.exec(output().out) ?? [];
    expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/devstoreaccount1$/);
    const unsigned = await fetch(`${endpoint}/Tables`, { headers: { "x-ms-version": "2019-02-02" } });
    expect(unsigned.ok).toBe(false);
    expect(unsigned.headers.get("x-ms-request-id")).toMatch(/./);
    child.kill(signal);
    expect(await ended).toEqual({
      code: exit,
      out: expect.stringMatching(/^DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;.*\n$/),
      log: `In-memory Table service at ${endpoint}. Connect with the string above. Press Ctrl-C to stop.\n`,
    });
  });

  it("keeps the rows of --data from run to run, and seeds only the first", async () => {
    const seed =
      '{"$table":"Shop","PartitionKey":"p","RowKey":"seeded","t@odata.type":"Edm.DateTime","t":"2024-01-01T00:00:00.1234567Z"}\n';
    const { root, read, list } = temporaryProject({ "seed.ndjson": seed });
    const args = ["--port", "0", "--data", "rows.ndjson", "--seed", "seed.ndjson"];
    const first = await startServe(root, ...args);
    await first.send("POST", "/Shop", { PartitionKey: "", RowKey: "mine", "d@odata.type": "Edm.Double", d: "NaN" });
    await first.send("DELETE", "/Shop(PartitionKey='p',RowKey='seeded')");
    await first.send("POST", "/Tables", { TableName: "Empty" });
    const { etag } = await first.send("GET", "/Shop(PartitionKey='',RowKey='mine')");
    expect(list()).toEqual(["rows.ndjson", "seed.ndjson"]);
    first.child.kill("SIGTERM");
    expect((await first.ended).log).toMatch(
      /^Stored the rows of seed\.ndjson\.\n.*\nSaved all tables to rows\.ndjson\.\n$/,
    );
    expect(list()).toEqual(["rows.ndjson", "seed.ndjson"]);
    const saved = read("rows.ndjson");
    expect(saved).toMatch(/^\{"odata.sum":"\w+","\$table":"Empty"\}\n\{.*"\$table":"Shop",.*"d":"NaN"\}\n$/);

    const second = await startServe(root, ...args);
    const again = await second.send("GET", "/Shop()");
    expect(again.text).toContain('"RowKey":"mine"');
    expect(again.text).not.toContain("seeded");
    expect((await second.send("GET", "/Shop(PartitionKey='',RowKey='mine')")).etag).toBe(etag);
    second.child.kill("SIGINT");
    expect((await second.ended).log).toMatch(/^Loaded all tables from rows\.ndjson\.\n/);
    expect(read("rows.ndjson")).toBe(saved);
  });

  it.each([
    [
      "cut off",
      '{"$table":"Shop","PartitionKey":"p","RowKey":"a"}\n{"$table":"Shop","Part',
      "Line 2: Invalid JSON at character 17. (InvalidInput)",
    ],
    ["not text", Buffer.from([0x7b, 0xff]), "It is not text in UTF-8."],
    [
      "one with the same row twice",
      '{"$table":"Shop","PartitionKey":"p","RowKey":"a"}\n{"$table":"Shop","PartitionKey":"p","RowKey":"a","n":1}\n',
      'Line 2: The row with PartitionKey "p" and RowKey "a" of the table "Shop" is in line 1 already. (EntityAlreadyExists)',
    ],
  ])("refuses a --data file that is %s, and leaves it as it is", async (_, content, reason) => {
    const { root, list } = temporaryProject();
    const file = join(root, "rows.ndjson");
    writeFileSync(file, content);
    expect(await runHere(root, "serve", "--port", "0", "--data", "rows.ndjson")).toEqual({
      code: 2,
      out: "",
      log: `✖ serve.file-invalid  Cannot load ${file}. ${reason}\n  → The file was not changed. Repair it, or choose another file.\n  More: npx tablewright explain serve.file-invalid`,
    });
    expect(readFileSync(file)).toEqual(Buffer.from(content));
    expect(list()).toEqual(["rows.ndjson"]);
  });

  it("refuses at start a --data file that it could not save, and a --seed file that is missing", async () => {
    const { root } = temporaryProject();
    for (const args of [
      ["--data", "missing/rows.ndjson"],
      ["--seed", "missing.ndjson"],
    ]) {
      const { code, log } = await runHere(root, "serve", "--port", "0", ...args);
      expect([code, log]).toEqual([
        2,
        expect.stringMatching(/^✖ cli\.file-system {2}Cannot open .*missing.*\(ENOENT\)/),
      ]);
    }
  });

  it.each(["--data", "--seed"])("refuses a folder as %s", async (option) => {
    const { root } = temporaryProject();
    expect(await runHere(root, "serve", "--port", "0", option, ".")).toEqual({
      code: 2,
      out: "",
      log: `✖ serve.file-invalid  ${root} is a folder, not a file.\n  → Choose a regular file.\n  More: npx tablewright explain serve.file-invalid`,
    });
  });

  it("ends at a signal that comes before it listens", async () => {
    // Replaces the package by a module that never finishes loading.
    const slow = script('console.error("loading"); await new Promise((resolve) => setTimeout(resolve, 600_000));');
    const hook = script(`export const resolve = (name, context, next) =>
      name === "@tablewright/testing" ? { url: ${JSON.stringify(slow)}, shortCircuit: true } : next(name, context);`);
    const { child, ended, printed } = startCli("/", ["serve", "--port", "0"], { NODE_OPTIONS: registered(hook) });
    await printed("loading");
    child.kill("SIGTERM");
    await ended;
    expect(child.signalCode).toBe("SIGTERM");
  });

  it("goes on beside a --data file that another server has changed, and exits with 2", async () => {
    const { root, read, list } = temporaryProject();
    const args = ["--port", "0", "--data", "rows.ndjson"];
    const servers = [await startServe(root, ...args), await startServe(root, ...args)] as const;
    await servers[0].send("POST", "/Tables", { TableName: "First" });
    await servers[1].send("POST", "/Tables", { TableName: "Second" });
    servers[0].child.kill("SIGTERM");
    expect((await servers[0].ended).code).toBe(143);
    servers[1].child.kill("SIGTERM");
    const { code, log } = await servers[1].ended;
    const file = join(root, "rows.ndjson");
    expect([code, log.split("\n").slice(3)]).toEqual([
      2,
      [
        `✖ serve.file-changed  ${file} was changed by another program while the server ran. The rows of this run are in ${file}.1.`,
        "  → Keep the file that you want as --data, and run one server at a time for each file.",
        "  More: npx tablewright explain serve.file-changed",
        "",
      ],
    ]);
    expect(list()).toEqual(["rows.ndjson", "rows.ndjson.1"]);
    const tables = ["rows.ndjson", "rows.ndjson.1"].map((name) => /"\$table":"\w+"\}\n$/.exec(read(name))?.[0]);
    expect(tables).toEqual(['"$table":"First"}\n', '"$table":"Second"}\n']);
  });

  it("prints a line for each request with --log, without signatures", async () => {
    const { root } = temporaryProject();
    const server = await startServe(root, "--port", "0", "--log");
    await server.send("GET", "/Shop()?$top=1&sv=2019-02-02&sig=secret");
    await server.send("GET", "/Tables");
    await server.printed("Tables 200");
    await server.printed("ms\n");
    const [, ...lines] = server.output().log.trimEnd().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(
        /^GET \/devstoreaccount1\/Shop\(\)\?\$top=1&sv=2019-02-02&sig=REDACTED 404 TableNotFound \d+\.\d ms$/,
      ),
      expect.stringMatching(/^GET \/devstoreaccount1\/Tables 200 \d+\.\d ms$/),
    ]);
  });

  it("serves the given accounts in place of the emulator's, each with its own tables", async () => {
    const { root } = temporaryProject();
    const server = await startServe(root, "--port", "0", "--account", "first=a2V5", "--account", "second=b3RoZXI=");
    const strings = server.output().out.trimEnd().split("\n");
    expect(strings.map((text) => /AccountName=(\w+);AccountKey=([^;]+);/.exec(text)?.slice(1))).toEqual([
      ["first", "a2V5"],
      ["second", "b3RoZXI="],
    ]);
    await server.send("POST", "/Tables", { TableName: "Shop" });
    expect((await server.send("GET", "/Tables('Shop')")).text).toContain("Shop");
    expect((await server.send("GET", "/../second/Tables('Shop')")).text).toContain("ResourceNotFound");
  });

  it("serves HTTPS with --cert and --key", async () => {
    const { certPath, keyPath, ca, remove } = await makeCertificates();
    onTestFinished(remove);
    const { root } = temporaryProject();
    const server = await startServe(root, "--port", "0", "--no-strict-tokens", "--cert", certPath, "--key", keyPath);
    const [, endpoint = ""] = /TableEndpoint=([^;\n]+)/.exec(server.output().out) ?? [];
    expect(endpoint).toMatch(/^https:/);
    const status = await new Promise((resolve, reject) => {
      get(`${endpoint}/Tables`, { ca, headers }, (response) => resolve(response.resume().statusCode)).on(
        "error",
        reject,
      );
    });
    expect(status).toBe(200);
  });

  it.each([
    [["--cert", "a.pem"], "✖ cli.usage  HTTPS needs both --cert and --key.\n"],
    [
      ["--cert", "a.pem", "--key", "a.pem"],
      "✖ serve.certificate-invalid  a.pem and a.pem are not a certificate and its key",
    ],
    [["--data", "a", "--data", "b"], "✖ option '--data <file>' argument 'b' is invalid. Give the option once.\n"],
    [["--seed", "a", "--seed", "b"], "✖ option '--seed <file>' argument 'b' is invalid. Give the option once.\n"],
    [["--account", "a=b"], "✖ option '--account <name=key>' argument 'a=b' is invalid. Expected NAME=KEY"],
    [["--account", "abc=a2V5", "--account", "abc=a2V5"], "is invalid. Its name is given twice."],
    [
      ["--account", "abc=a2V5", "--account", "def=a2V5", "--data", "x"],
      "✖ cli.usage  --data and --seed contain the rows of one account.\n",
    ],
  ])("exits with 2 for %j", async (args, message) => {
    const { root } = temporaryProject({ "a.pem": "x" });
    const { code, log } = await runHere(root, "serve", "--port", "0", ...args);
    expect([code, log]).toEqual([2, expect.stringContaining(message)]);
  });

  it("prints a wrong value of an option without the whole help", async () => {
    expect(await runHere("/", "serve", "--port", "65536")).toEqual({
      code: 2,
      out: "",
      log: "✖ option '--port <number>' argument '65536' is invalid. Expected a whole number from 0 to 65535.\n  → See `npx tablewright serve --help`.",
    });
  });

  it("exits with 2 when the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    expect(await runHere("/", "serve", "--port", String(port))).toEqual({
      code: 2,
      out: "",
      log: `✖ serve.port-in-use  Port ${port} is in use.\n  → Choose another port with --port (0 picks a free one).\n  More: npx tablewright explain serve.port-in-use`,
    });
  });

  it("exits with 2 when @tablewright/testing is not installed", async () => {
    expect(await runCli("/", ["serve"], withoutPackage("@tablewright/testing"))).toEqual({
      code: 2,
      out: "",
      log: "✖ serve.not-installed  `tablewright serve` needs @tablewright/testing, which is not installed.\n  → Run: npm i -D @tablewright/testing\n  More: npx tablewright explain serve.not-installed\n",
    });
  });
});
