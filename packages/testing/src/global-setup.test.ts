import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import setup from "./global-setup.js";
import teardown from "./global-teardown.js";

const workspace = fileURLToPath(new URL("../../../", import.meta.url));
const variable = "TABLES_CONNECTION_STRING";

const headers = { accept: "application/json", "x-ms-version": "2020-12-06", authorization: "Bearer t" };
const endpointOf = (text: string | undefined) => /TableEndpoint=([^;]+)/.exec(text ?? "")?.[1] ?? "";

describe("with jest, which calls both files by their default exports", () => {
  it("serves from setup to teardown, and puts the variable back", async () => {
    const before = process.env[variable];
    process.env[variable] = "AccountName=production";
    onTestFinished(() => {
      if (before === undefined) delete process.env[variable];
      else process.env[variable] = before;
    });
    await setup({ rootDir: "/", watch: false } as object);
    const endpoint = endpointOf(process.env[variable]);
    expect((await fetch(`${endpoint}/Tables`, { headers })).status).toBe(200);
    await teardown();
    expect(process.env[variable]).toBe("AccountName=production");
    await expect(fetch(`${endpoint}/Tables`, { headers })).rejects.toThrow();
  });
});

describe("with vitest", () => {
  it("shares one server between projects, and empties it before each rerun", async () => {
    const reruns: (() => void)[] = [];
    const project = { onTestsRerun: (callback: () => void) => void reruns.push(callback) };
    const stops = [await setup(project), await setup(project)];
    const endpoint = endpointOf(process.env[variable]);
    const tables = async () => (await fetch(`${endpoint}/Tables`, { headers })).text();
    const body = JSON.stringify({ TableName: "Shop" });
    await fetch(`${endpoint}/Tables`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    expect(await tables()).toContain("Shop");
    reruns[0]?.();
    expect(await tables()).not.toContain("Shop");
    await stops[0]?.();
    expect(await tables()).toContain("value");
    await stops[1]?.();
    await expect(tables()).rejects.toThrow();
    expect(process.env[variable]).toBeUndefined();
  });

  it("gives each test file of a real run an account of its own, on one server", async () => {
    const root = mkdtempSync(join(tmpdir(), "tablewright-vitest-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const test = (name: string) => `
      import { appendFileSync } from "node:fs";
      import { TableServiceClient } from "@tablewright/runtime";
      import { connectTableService } from "@tablewright/testing";
      import { tableMatchers } from "@tablewright/testing/matchers";
      import { expect, it } from "vitest";
      expect.extend(tableMatchers);
      it("shares neither tables nor faults nor resets", async () => {
        const text = process.env["${variable}"];
        appendFileSync("seen.txt", text + "\\n");
        const tables = connectTableService();
        await using client = TableServiceClient.fromConnectionString(text, { retry: false });
        for (let round = 0; round < 5; round += 1) {
          await client.tables.create("Shop");
          await client.table("Shop").insert({ partitionKey: "p", rowKey: "${name}", properties: {} });
          await expect(tables).toHaveRows("Shop", [{ RowKey: "${name}" }]);
          await tables.faults.add({ fault: { kind: "respond", status: 412 }, operation: "get" });
          await expect(client.table("Shop").get({ partitionKey: "p", rowKey: "x" })).rejects.toThrow();
          await tables.reset();
          expect(await client.tables.exists("Shop")).toBe(false);
        }
      });`;
    const conditions = `["@tablewright/source", "node", "import", "default"]`;
    const published = (entry: string, names: string) =>
      `export ${names} from ${JSON.stringify(join(workspace, `packages/testing/src/${entry}.ts`))};`;
    const dist = "node_modules/@tablewright/testing/dist";
    const files = {
      "package.json": `{ "type": "module" }`,
      "vitest.config.ts": `
        export default {
          resolve: { conditions: ${conditions} },
          ssr: { resolve: { conditions: ${conditions} } },
          test: {
            globalSetup: "@tablewright/testing/global-setup",
            setupFiles: "@tablewright/testing/test-account",
            pool: "forks",
            maxWorkers: 4,
            server: { deps: { inline: [/@tablewright/] } },
          },
        };`,
      // Vitest resolves the published file, even if the conditions name the source.
      "node_modules/@tablewright/testing/package.json": readFileSync(
        join(workspace, "packages/testing/package.json"),
        "utf8",
      ).replaceAll(/"@tablewright\/source": "[^"]*",/g, ""),
      [`${dist}/global-setup.js`]: published("global-setup", "{ default }"),
      [`${dist}/index.js`]: published("index", "*"),
      [`${dist}/matchers.js`]: published("matchers", "*"),
      [`${dist}/test-account.js`]: published("test-account", "*"),
      ...Object.fromEntries(["one", "two", "three", "four"].map((name) => [`${name}.test.ts`, test(name)])),
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    symlinkSync(join(workspace, "node_modules/vitest"), join(root, "node_modules/vitest"));
    symlinkSync(join(workspace, "packages/runtime"), join(root, "node_modules/@tablewright/runtime"));
    const vitest = join(workspace, "node_modules/vitest/vitest.mjs");
    const tsx = join(workspace, "node_modules/tsx/dist/esm/index.mjs");
    const args = [
      "--conditions=@tablewright/source",
      "--import",
      tsx,
      vitest,
      "run",
      "--testTimeout=600000",
      "--hookTimeout=600000",
    ];
    const env = { ...process.env, NO_COLOR: "1", [variable]: "AccountName=production" };
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
    expect(stdout).toContain("Tests  4 passed (4)");
    const seen = readFileSync(join(root, "seen.txt"), "utf8").trimEnd().split("\n").map(endpointOf);
    expect(new Set(seen).size).toBe(4);
    expect(new Set(seen.map((endpoint) => new URL(endpoint).origin)).size).toBe(1);
    expect(seen[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/fresh[a-z0-9]{19}$/);
    await expect(fetch(`${seen[0]}/Tables`, { headers })).rejects.toThrow();
  });
});
