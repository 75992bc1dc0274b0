import { join } from "node:path";
import { TableServiceClient } from "@tablewright/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeCertificates } from "../../../../runtime/src/test/account/certificates.js";
import { run } from "../../run.js";
import { recordingTerminal } from "../../test/recording-terminal.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const headers = { accept: "application/json", "x-ms-version": "2020-12-06", authorization: "Bearer t" };

interface Served {
  readonly code: number;
  readonly out: readonly string[];
  readonly log: readonly string[];
}

/** Runs `serve` in this process while `work` uses it. Returns what it printed. */
async function serve(args: readonly string[], work: (endpoint: string, out: readonly string[]) => Promise<unknown>) {
  const { terminal, out, log } = recordingTerminal();
  let worked: Promise<unknown> = Promise.resolve();
  const end = () => process.emit("SIGTERM", "SIGTERM");
  const code = await run(["serve", "--port", "0", ...args], temporaryProject().root, {
    ...terminal,
    log: (line) => {
      terminal.log(line);
      if (!line.includes("Press Ctrl-C to stop.")) return;
      const [, endpoint = ""] = /TableEndpoint=([^;\n]+)/.exec(out.join("\n")) ?? [];
      worked = Promise.resolve(work(endpoint, out)).finally(end);
      worked.catch(() => undefined);
    },
  });
  await worked;
  return { code, out, log } satisfies Served;
}

const statusOf = async (url: string, more: Readonly<Record<string, string>> = {}) =>
  (await fetch(url, { headers: { ...headers, ...more } })).status;

describe("serve", () => {
  it("lets nobody control it, unless told to", async () => {
    const { out } = await serve([], async (endpoint) => {
      expect(await statusOf(`${new URL(endpoint).origin}/_tablewright/accounts/devstoreaccount1/dump`)).not.toBe(200);
    });
    expect(out).toHaveLength(1);
  });

  it.each([
    [["--control"], /^TABLES_CONTROL_TOKEN=(.{16,})$/],
    [["--control", "a token of 27 characters..."], /^TABLES_CONTROL_TOKEN=(a token of 27 characters\.\.\.)$/],
  ])("prints the token that controls it with %j", async (args, pattern) => {
    await serve(args, async (endpoint, out) => {
      const [, token = ""] = pattern.exec(out[1] ?? "") ?? [];
      const url = `${new URL(endpoint).origin}/_tablewright/accounts/devstoreaccount1/dump`;
      expect(await statusOf(url, { authorization: `Bearer ${token}` })).toBe(200);
      expect(await statusOf(url, { authorization: "Bearer another token of 16" })).not.toBe(200);
    });
  });

  it.each([
    [[], 200],
    [["--strict-tokens"], 401],
  ])("with %j answers a token that it does not know with %i", async (args, status) => {
    await serve(args, async (endpoint) => expect(await statusOf(`${endpoint}/Tables`)).toBe(status));
  });

  it("with a certificate listens by HTTPS, and is strict about tokens", async () => {
    const { certPath, keyPath, ca, remove } = await makeCertificates();
    onTestFinished(remove);
    await serve(["--cert", certPath, "--key", keyPath], async (endpoint) => {
      expect(endpoint).toMatch(/^https:/);
      const { request } = await import("node:https");
      const status = await new Promise((resolve, reject) => {
        request(`${endpoint}/Tables`, { ca, headers }, (response) => resolve(response.resume().statusCode))
          .on("error", reject)
          .end();
      });
      expect(status).toBe(401);
    });
  });

  it.each([
    [[], true, "RequestId:"],
    [["--kind", "storage"], true, "RequestId:"],
    [["--kind", "cosmos"], false, "RequestID:"],
    [["--kind", "cosmos", "--cosmos-as-of", "2022"], false, "RequestID:"],
    [["--kind", "cosmos", "--cosmos-as-of", "2020"], true, "RequestID:"],
  ])("imitates the service of %j, which names its server: %s", async (args, namesServer, text) => {
    await serve(args, async (endpoint) => {
      const response = await fetch(`${endpoint}/Missing()`, { headers });
      expect([response.headers.has("server"), await response.text()]).toEqual([
        namesServer,
        expect.stringContaining(text),
      ]);
    });
  });

  it("answers no more once it has ended", async () => {
    let address = "";
    await serve([], async (endpoint) => {
      address = endpoint;
    });
    await expect(statusOf(`${address}/Tables`)).rejects.toThrow("fetch failed");
  });

  it("takes the dates of requests as they are", async () => {
    await serve([], async (endpoint) => {
      expect(await statusOf(`${endpoint}/Tables`, { "x-ms-date": "Thu, 01 Jan 2015 00:00:00 GMT" })).toBe(200);
    });
  });

  it.runIf(process.platform === "linux")("listens at --host", async () => {
    const { log } = await serve(["--host", "127.0.0.2"], async (endpoint) => {
      expect(await statusOf(endpoint.replace("127.0.0.1", "127.0.0.2"))).toBeGreaterThan(0);
      await expect(statusOf(endpoint.replace("127.0.0.2", "127.0.0.1"))).rejects.toThrow("fetch failed");
    });
    expect(log[0]).toContain("http://127.0.0.2:");
  });

  it("saves the rows of --data, with --sync too", async () => {
    const { root, read } = temporaryProject();
    const file = join(root, "rows.ndjson");
    for (const sync of [[], ["--sync"]]) {
      const { log } = await serve(["--data", file, ...sync], async (_, [connectionString = ""]) => {
        await using service = TableServiceClient.fromConnectionString(connectionString);
        await service.tables.createIfNotExists("Shop");
      });
      expect(log.at(-1)).toBe(`Saved all tables to ${file}.`);
      expect(read("rows.ndjson")).toContain('"$table":"Shop"');
    }
  });

  it.each([
    [["--cosmos-as-of", "2020"], "✖ cli.usage  --cosmos-as-of needs --kind cosmos."],
    [["--control", "too short"], "✖ option '--control [token]' argument 'too short' is invalid. Expected at least 16"],
    [["--control", "15 characters.."], "is invalid. Expected at least 16 characters."],
    [["--host", "999.1.1.1"], "✖ cli.usage  Cannot listen on 999.1.1.1: "],
    [["--host", "192.0.2.1"], "✖ cli.usage  Cannot listen on 192.0.2.1: "],
    [["--account", "abc=a2V5", "--account", "def=a2V5", "--seed", "x"], "✖ cli.usage  --data and --seed contain the"],
    [["--key", "a.pem"], "✖ cli.usage  HTTPS needs both --cert and --key."],
  ])("exits with 2 for %j", async (args, message) => {
    const { code, log } = await runHere("/", "serve", "--port", "0", ...args);
    expect([code, log]).toEqual([2, expect.stringContaining(message)]);
  });
});
