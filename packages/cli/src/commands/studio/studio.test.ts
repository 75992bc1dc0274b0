import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { seedShop, shopDefinitions } from "../../test/small-shop.js";
import { runCli, startCli, withoutPackage } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

describe("studio", () => {
  it("prints its address, lets one browser in, and ends with Ctrl-C", async () => {
    seedShop(server.service, 3, 1);
    const { root } = temporaryProject({ "tables/shop.table.ts": shopDefinitions });
    const { child, ended, printed, printedLines } = startCli(root, ["studio", "--no-open", "--read-only"]);
    await printed("Press Ctrl-C to stop.");
    const [url = ""] = await printedLines(1);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    const entered = await fetch(url, { redirect: "manual" });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const { origin } = new URL(url);
    const headers = { cookie, origin, "content-type": "application/json" };
    const response = await fetch(`${origin}/api/overview`, { method: "POST", headers, body: "{}" });
    expect(await response.json()).toMatchObject({
      account: "devstoreaccount1",
      isEmulator: true,
      isReadOnly: true,
      tables: [{ name: "Orders" }, { name: "People" }],
      entities: [{ name: "Order" }, { name: "Person" }, { name: "PersonByEmail", indexOf: "Person" }],
    });
    child.kill("SIGINT");
    const { code, log } = await ended;
    expect(code).toBe(130);
    expect(log).not.toContain(server.connectionString);
  });

  it("says how to install the package", async () => {
    const { code, log } = await runCli("/", ["studio"], withoutPackage("@tablewright/studio"));
    expect(code).toBe(2);
    expect(log).toContain("npm i -D @tablewright/studio");
  });
});
