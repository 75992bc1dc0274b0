import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "../looks/browser.js";
import { readPicture } from "../looks/judge-picture.js";
import { cardSize } from "./draw-card.js";
import { listPages } from "./write-llms.js";

/** Limit of what a browser loads for the first view of the page Start, compressed, in bytes. */
const maxFirstView = 300_000;
/** Time limit of a step, in milliseconds. On a busy machine, a step that otherwise takes a second can take minutes. */
const stepMs = 240_000;

/** Uses what the site can do, as a reader does. Returns a sentence for each thing that does not work. */
export async function checkFeatures(browser: Browser, site: string, origin: string): Promise<string[]> {
  const features: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    "a missing page offers the search": (page) => searchFromMissingPage(page, origin),
    "the calculator computes a cost": (page) => calculate(page, origin),
    "the playground runs an example": (page) => play(page, origin),
    "a type near the lower edge opens upward": (page) => hoverAtEdge(page, origin),
    "the button copies commands without comments": (page) => copyCommands(page, origin),
    "Start loads less than 300 kB": (page) => measureFirstView(page, origin),
    "llms.txt lists the pages": async () => expectThat(read(site, "llms.txt").toString() === listPages(), "it differs"),
    "a page says when it was last changed": async (page) => {
      await page.goto(`${origin}/guide/queries`);
      await page.locator(".VPLastUpdated time", { hasText: /\d/ }).waitFor();
    },
    "the card has the size of a card": async () => {
      const { width, height } = readPicture(read(site, "card.png"));
      expectThat(width === cardSize.width && height === cardSize.height, `it is ${width} by ${height}`);
    },
  };
  const problems: string[] = [];
  for (const [feature, use] of Object.entries(features)) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const foreign = new Set<string>();
    context.on("request", (request) => {
      if (!request.url().startsWith(origin) && !/^(?:data|blob):/.test(request.url())) foreign.add(request.url());
    });
    const page = await context.newPage();
    page.setDefaultTimeout(stepMs);
    await use(page).catch((error: unknown) => problems.push(`It fails that ${feature}: ${String(error)}`));
    for (const url of foreign) problems.push(`While ${feature}, the site requests ${url} from another host.`);
    await context.close();
  }
  return problems;
}

async function searchFromMissingPage(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/no/such/page`);
  await page.getByRole("button", { name: "search for it" }).click();
  await page.locator(".search-input").fill("unique email");
  await page.locator(".VPLocalSearchBox .result", { hasText: "Indexes" }).first().waitFor();
}

async function calculate(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/guide/costs`);
  const total = page.locator(".cost-calculator output strong");
  const before = await total.textContent();
  await page.getByLabel("Rows stored").fill("500000000");
  await page.locator(".cost-calculator output strong", { hasNotText: before ?? "" }).waitFor();
}

async function play(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/playground`);
  await page.locator(".playground .output", { hasText: "order 7: 12.5, paid" }).waitFor();
  await page.locator(".playground .request").first().waitFor();
}

async function hoverAtEdge(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/guide/queries`);
  const name = page.locator(".twoslash-hover", { hasText: /^newest$/ }).first();
  // Sites that are built for their layout alone have no types.
  if ((await name.count()) === 0) return;
  await name.evaluate("(element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 30)");
  await name.hover();
  const popper = page.locator(".v-popper__popper--shown").first();
  await popper.waitFor();
  const box = await popper.boundingBox();
  expectThat(box !== null && box.y + box.height <= 800, `it ends at ${box && box.y + box.height} px`);
}

async function copyCommands(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/start`);
  const block = page.locator(".vp-doc .vp-code-group").first();
  await block.hover();
  await block.locator("button.copy").first().click();
  await block.locator("button.copied").first().waitFor();
  const text = String(await page.evaluate("navigator.clipboard.readText()"));
  expectThat(text.startsWith("npm init -y\nnpm pkg set") && !text.includes("#"), `it copies ${JSON.stringify(text)}`);
}

async function measureFirstView(page: Page, origin: string): Promise<void> {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    const size = response
      .body()
      .then(
        (body) => (/font|image\/png/.test(response.headers()["content-type"] ?? "") ? body : gzipSync(body)).length,
      );
    sizes.push(size.catch(() => 0));
  });
  await page.goto(`${origin}/start`, { waitUntil: "load" });
  const loaded = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expectThat(loaded < maxFirstView, `it loads ${loaded} bytes`);
}

function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function read(site: string, path: string): Buffer {
  expectThat(existsSync(site + path), `there is no ${path}`);
  return readFileSync(site + path);
}
