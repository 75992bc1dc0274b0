import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { edm, type TableRow } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { findBarriers } from "../../../docs/src/looks/barriers.js";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { choose, seedShop } from "./studio-lab.js";

const open = shareBrowser();

const markup = `<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>"'\`\${1}</script>`;

/** Rows with markup in keys and in values of each type that holds text, and large ones. */
const oddRows: readonly TableRow[] = [
  {
    partitionKey: `<b onmouseover=attacked()>&"'`,
    rowKey: "javascript:alert(1)",
    properties: {
      text: edm.string(markup),
      bytes: edm.binary(Buffer.from(markup)),
    },
  },
  { partitionKey: "long", rowKey: "1", properties: longTexts() },
  {
    partitionKey: "wide",
    rowKey: "1",
    properties: Object.fromEntries(Array.from({ length: 252 }, (_, index) => [`p${index}`, edm.int32(index)])),
  },
  ...legalKeys().map((key, index) => ({ partitionKey: "keys", rowKey: `${key}${index}`, properties: {} })),
];

/** A row with names that objects have. Azurite cannot store it. */
const protoRow: TableRow = {
  partitionKey: "proto",
  rowKey: "1",
  properties: {
    ["__proto__"]: edm.string("own"),
    constructor: edm.string("own"),
    toString: edm.int32(1),
    hasOwnProperty: edm.boolean(true),
  },
};

/** A row of almost 1 MiB, the maximum of Storage. */
function longTexts(): TableRow["properties"] {
  return Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`long${index}`, edm.string("x".repeat(32_000))]));
}

/** Every character of ASCII and Latin-1 that a key may have, and some beyond. */
function legalKeys(): string[] {
  const characters = Array.from({ length: 0x180 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20));
  return [...characters.filter((each) => !/[/\\#?\u007f-\u009f]/.test(each)), "名", "😀", "\ufeff"];
}

async function watch(page: Page): Promise<string[]> {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.reload();
  return problems;
}

const isAttacked = (page: Page) => page.evaluate("window.attacked !== undefined");

describe(`Studio over ${strict.name}`, () => {
  it("shows markup, 252 properties, 1 MiB and every character of keys as text", async () => {
    const lab = await open(strict, {
      definitions: "",
      async seed(service) {
        await service.tables.createIfNotExists("Odd");
        for (const row of oddRows) await service.table("Odd").insert(row);
      },
    });
    const { page } = lab;
    const problems = await watch(page);
    await choose(page, "Odd");
    await page.getByText(`${oddRows.length} rows`, { exact: true }).waitFor();
    await page.getByLabel("PartitionKey =").fill(`<b onmouseover=attacked()>&"'`);
    await page.keyboard.press("Enter");
    await page.getByText("1 row", { exact: true }).waitFor();
    await page.getByRole("gridcell", { name: markup }).first().click();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Row" });
    await panel.getByLabel("Value of text").waitFor();
    expect(await panel.getByLabel("Value of text").inputValue()).toBe(markup);
    await page.getByLabel("PartitionKey =").fill("wide");
    await page.keyboard.press("Enter");
    await page.getByRole("gridcell", { name: "252" }).waitFor({ state: "detached" });
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await page.getByRole("columnheader", { name: "p251" }).waitFor();
    expect(await isAttacked(page)).toBe(false);
    expect(problems).toEqual([]);
  });

  it("opens the row of every legal key", async () => {
    const keys = legalKeys();
    const lab = await open(strict, {
      definitions: "",
      async seed(service) {
        await service.tables.createIfNotExists("Keys");
        const rows = keys.map((key, index) => ({ partitionKey: key, rowKey: `${index}`, properties: {} }));
        await service.table("Keys").bulk(rows.map((insert) => ({ insert })));
      },
    });
    const answers = await lab.page.evaluate(
      async (texts) =>
        await Promise.all(
          texts.map(async (partitionKey, index) => {
            const body = JSON.stringify({ table: "Keys", partitionKey, rowKey: `${index}` });
            const headers = { "content-type": "application/json" };
            const response = await fetch("/api/row", { method: "POST", headers, body });
            return ((await response.json()) as { row?: { partitionKey: string } }).row?.partitionKey;
          }),
        ),
      keys,
    );
    expect(answers).toEqual(keys);
  });

  it("sends neither the connection string nor a key to the page, also in errors", async () => {
    const lab = await open(strict);
    const { page } = lab;
    const bodies: string[] = [];
    page.on(
      "response",
      (response) =>
        void response.text().then(
          (text) => bodies.push(text),
          () => undefined,
        ),
    );
    await page.reload();
    await choose(page, "Order");
    await page.getByText("43 rows", { exact: true }).waitFor();
    await page.getByRole("button", { name: "$filter" }).click();
    await page.getByLabel("$filter").fill("nothing of this is a filter");
    await page.keyboard.press("Enter");
    await page.locator(".plan-error").waitFor();
    const all = bodies.join("\n");
    expect(all).toContain("devstoreaccount1");
    expect(all).not.toMatch(/AccountKey|Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6/);
  });

  it("has nothing that keeps people with impairments out, in both themes", async () => {
    const lab = await open(strict);
    const { page } = lab;
    const found: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await choose(page, "Order");
      await page.getByText("43 rows", { exact: true }).waitFor();
      await page.getByRole("gridcell", { name: "500", exact: true }).click();
      await page.keyboard.press("Enter");
      await page.getByRole("complementary", { name: "Row" }).getByLabel("total").waitFor();
      found.push(...(await findBarriers(page)));
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Command" }).waitFor();
      found.push(...(await findBarriers(page)));
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Model" }).click();
      await page.getByRole("heading", { name: "Model" }).waitFor();
      found.push(...(await findBarriers(page)));
    }
    expect(found).toEqual([]);
  });
});

it("shows names that objects have", async () => {
  const lab = await open(strict, {
    definitions: "",
    async seed(service) {
      await service.tables.createIfNotExists("Odd");
      await service.table("Odd").insert(protoRow);
    },
  });
  const { page } = lab;
  await choose(page, "Odd");
  await page.getByRole("columnheader", { name: "__proto__" }).waitFor();
  await page.getByRole("gridcell", { name: "proto", exact: true }).click();
  await page.keyboard.press("Enter");
  for (const name of ["__proto__", "constructor"])
    expect(await page.getByLabel(`Value of ${name}`).inputValue()).toBe("own");
});

describe("a page of another site", () => {
  it("can neither frame the Studio, nor read it, nor change anything in it", async () => {
    const lab = await open(strict);
    const { page, studio } = lab;
    const address = new URL("/", studio.url).href;
    const evil = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<iframe src="${address}"></iframe><p>evil</p>`),
    );
    await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
    const other = await page.context().newPage();
    await other.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
    await other.getByText("evil").waitFor();
    const frame = other.frames().find((each) => each !== other.mainFrame());
    expect(frame === undefined ? "" : await frame.content()).not.toContain("studio");
    const outcome = await other.evaluate(async (url) => {
      const headers = { "content-type": "application/json" };
      const read = await fetch(`${url}api/overview`, {
        method: "POST",
        headers,
        body: "{}",
        credentials: "include",
      }).then(
        () => "read",
        () => "blocked",
      );
      const blind = await fetch(`${url}api/commit`, {
        method: "POST",
        body: "{}",
        mode: "no-cors",
        credentials: "include",
      }).then(
        () => "sent",
        () => "blocked",
      );
      return [read, blind];
    }, address);
    expect(outcome).toEqual(["blocked", "blocked"]);
    evil.close();
  });

  it("is framed in red and asks for the account's name where the account is no emulator", async () => {
    const lab = await open(strict, {
      async seed(service, project) {
        await seedShop(service, project);
        // The endpoint of an account in the cloud, behind which the strict service stays.
        Object.defineProperty(service, "endpoint", { value: "https://contoso.table.core.windows.net" });
      },
    });
    const { page, service } = lab;
    await page.locator(".app.is-remote").waitFor();
    await choose(page, "Order");
    await page.getByRole("gridcell", { name: "500", exact: true }).dblclick();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    const send = page.getByRole("button", { name: "Send 1 change" });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel("This is the account contoso").fill("contoso");
    await send.click();
    await page.getByText("1 change written", { exact: true }).waitFor();
    expect(await service.table("Shop").scan().where({ $odata: "total eq 1.0" }).count()).toBe(1);
  });
});
