import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Browser, launchBrowser, type Page } from "../looks/browser.js";
import { findChromium } from "../looks/find-chromium.js";
import { type ServedSite, serveSite } from "../site/serve-site.js";
import { buildPlayground } from "./build-playground.js";
import { readExamples } from "./read-examples.js";

const examples = readExamples();
const folder = mkdtempSync(join(tmpdir(), "tablewright-playground-"));
const html = `<!DOCTYPE html><html lang="en"><title>Playground</title><main id="playground" class="playground"></main>
<script type="module">(await import("./page.js")).openPlayground(document.getElementById("playground"));</script></html>`;

let served: ServedSite;
let browser: Browser;
let page: Page;
/** Addresses that the page and its workers requested. */
let requested: string[];

beforeAll(async () => {
  await buildPlayground(folder);
  writeFileSync(join(folder, "index.html"), html);
  served = await serveSite(folder);
  browser = await launchBrowser(findChromium() ?? "chromium");
});

beforeEach(async () => {
  requested = [];
  page = await openPage();
});

afterEach(() => page.context().close());

afterAll(async () => {
  await browser?.close();
  served?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openPage(address = "/"): Promise<Page> {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  context.on("request", (request) => requested.push(request.url()));
  const opened = await context.newPage();
  opened.setDefaultTimeout(120_000);
  await opened.goto(served.origin + address);
  await opened.locator(".output", { hasText: /\S/ }).waitFor();
  return opened;
}

const choose = (title: string) => page.getByLabel("Example", { exact: true }).selectOption({ label: title });
const output = () => page.locator(".output");
const findings = () => page.locator(".findings li");
const isEnded = () => page.getByRole("button", { name: "Run", exact: true }).waitFor();

/** Replaces the text of an editor. */
async function write(editor: "Definitions" | "Program", text: string): Promise<void> {
  await page.getByLabel(editor, { exact: true }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

async function run(program: string): Promise<string> {
  await write("Program", program);
  await page.keyboard.press("Control+Enter");
  await output().filter({ hasText: /\S/ }).waitFor();
  await isEnded();
  return (await output().textContent()) ?? "";
}

it("runs each of its eight examples, which compile and print what they say", async () => {
  expect(examples).toHaveLength(8);
  for (const { title, output: printed } of examples) {
    await choose(title);
    await page.waitForFunction(
      (text) => (globalThis as unknown as PageWindow).document.querySelector(".output").textContent === text,
      printed,
    );
    expect(await findings().allTextContents()).toEqual([]);
    await isEnded();
  }
});

/** Part of the DOM that is used. The repository compiles without the DOM's types. */
interface PageWindow {
  readonly document: { querySelector(selector: string): { readonly textContent: string } };
}

it("runs a program once where Run is pressed again before it has begun", async () => {
  await write("Program", 'console.log("once");');
  const button = page.getByRole("button", { name: "Run", exact: true });
  await button.evaluate((pressed) => {
    for (let press = 0; press < 3; press++) (pressed as unknown as { click(): void }).click();
  });
  await output().filter({ hasText: "once" }).waitFor();
  await isEnded();
  expect(await output().textContent()).toBe("once\n");
});

it("shows the class that the definitions generate, and generates it again after a change", async () => {
  const generated = page.getByLabel("Generated class", { exact: true });
  expect(await generated.textContent()).toContain("interface OrderKey");
  await write("Definitions", examples[0]?.definitions.replaceAll("orderNo", "invoiceNo") ?? "");
  await generated.filter({ hasText: "invoiceNo" }).waitFor();
  await findings().filter({ hasText: "Property 'invoiceNo' is missing" }).first().waitFor();
});

it("shows a diagnostic with its remedy and a link to the reference, and does not run the program", async () => {
  await write("Definitions", examples[0]?.definitions.replace("k.orderNo.pad(10)", "k.orderNo") ?? "");
  const diagnostic = findings().filter({ hasText: "key.format-missing" });
  await diagnostic.waitFor();
  expect(await diagnostic.textContent()).toContain("pad");
  expect(await diagnostic.getByRole("link").getAttribute("href")).toContain("reference/diagnostics#key-format-missing");
  expect(await page.getByLabel("Generated class", { exact: true }).textContent()).toContain("Nothing is generated");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await output().filter({ hasText: "was not run" }).waitFor();
});

it("completes the properties of a generated class", async () => {
  await write("Program", `${examples[0]?.program.split("const key")[0] ?? ""}orders.`);
  await page.keyboard.type("quer");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "query" }).first().waitFor();
});

it("shows each request as it was sent, with its response", async () => {
  await isEnded();
  const request = page.locator(".request").filter({ hasText: "/Shop 2" }).first();
  await request.locator("summary").click();
  const [sent, received] = await request.locator("pre").allTextContents();
  expect(sent).toMatch(/^POST http:\/\/127\.0\.0\.1:10002\/devstoreaccount1\/Shop\n/);
  expect(sent).toContain('"PartitionKey":"cust!C1"');
  expect(sent).toContain("x-ms-version: ");
  expect(sent).toMatch(/^authorization: SharedKey\w* devstoreaccount1:…$/im);
  expect(received).toMatch(/^20[14]\n/);
});

it("gives a link that holds both texts, whose program does not run by itself", async () => {
  await write("Program", 'console.log("from a link");\n');
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const link = await page.evaluate("navigator.clipboard.readText()");
  const other = await openPage(String(link).slice(served.origin.length));
  expect(await other.getByLabel("Program", { exact: true }).textContent()).toContain('console.log("from a link");');
  expect(await other.locator(".output").textContent()).toBe("Press Run.\n");
  await other.getByRole("button", { name: "Run", exact: true }).click();
  await other.locator(".output", { hasText: "from a link" }).waitFor();
  await other.context().close();
});

it("prints values as literals, and errors with their codes", async () => {
  const program = `console.log(5n, -0, "text", ["a", { at: new Date(0) }], new Map([[1, new Uint8Array([2])]]), undefined);
throw Object.assign(new RangeError("too far"), { code: "value.far" });
`;
  expect(await run(program)).toBe(
    `5n -0 text ["a", { at: 1970-01-01T00:00:00.000Z }] Map [[1, Uint8Array [2]]] undefined\nRangeError [value.far]: too far\n`,
  );
});

it("sends nothing to another host, not even if a program asks for it", async () => {
  expect(await run('await fetch("https://example.org/");\n')).toContain("The playground has no network.");
  expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([served.origin]));
});

it("stops a program that never ends when another one is run", async () => {
  await write("Program", 'console.log("begins");\nfor (;;);\n');
  await page.keyboard.press("Control+Enter");
  await output().filter({ hasText: "begins" }).waitFor();
  expect(await run('console.log("another");\n')).toBe("another\n");
});
