import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { runHere } from "../test/run-here.js";
import { runCli, startCli } from "../test/spawn-cli.js";

describe("serve", () => {
  it.each([
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

  it("exits with 2 when the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    expect(await runHere("/", "serve", "--port", String(port))).toEqual({
      code: 2,
      out: "",
      log: `✖ serve.port-in-use  Port ${port} is in use.\n  → Choose another port with --port (0 picks a free one).`,
    });
  });

  it("exits with 2 when @tablewright/testing is not installed", async () => {
    const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
    // Looks for the package from the root of the file system, where it is not.
    const hook = script(`export const resolve = (name, context, next) =>
      next(name, name === "@tablewright/testing" ? { ...context, parentURL: "file:///nowhere.js" } : context);`);
    const register = script(`import { register } from "node:module"; register(${JSON.stringify(hook)});`);
    expect(await runCli("/", ["serve"], { NODE_OPTIONS: `--import=${register}` })).toEqual({
      code: 2,
      out: "",
      log: "✖ serve.not-installed  `tablewright serve` needs @tablewright/testing, which is not installed.\n  → Run: npm i -D @tablewright/testing\n",
    });
  });
});
