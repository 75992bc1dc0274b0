import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Tab } from "./browser.js";

/** The widths of a phone and of a desktop, in CSS pixels. */
export const widths = [390, 1280] as const;

/** What a page shows, measured in the page itself. */
interface Measured {
  /** Characters of text that are laid out. */
  readonly text: number;
  /** How wide the page is, where it can be scrolled sideways. */
  readonly width: number;
  /** The outermost element that sticks out. */
  readonly widest: string;
  readonly brokenPictures: readonly string[];
}

/** Fewer characters are an empty page. */
const minText = 150;
/** A screenshot that compresses to less shows next to nothing: a blank page takes 4 kB, a line of text 7 kB. */
const minScreenshotBytes = 9_000;

/** Looks at a page at both widths. Each problem is one sentence. */
export async function checkLooks(
  browser: Browser,
  origin: string,
  pages: readonly string[],
  screenshots?: string,
): Promise<string[]> {
  const found = await Promise.all(
    widths.map(async (width) => {
      const tab = await openTab(browser, width);
      const problems: string[] = [];
      for (const page of pages) problems.push(...(await lookAt(tab, `${origin}/${page}`, page, width, screenshots)));
      return problems;
    }),
  );
  return found.flat();
}

async function openTab(browser: Browser, width: number): Promise<Tab> {
  const tab = await browser.open();
  await tab.send("Page.enable");
  await tab.send("Runtime.enable");
  const mobile = width < 600;
  await tab.send("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile });
  return tab;
}

async function lookAt(tab: Tab, url: string, page: string, width: number, screenshots?: string): Promise<string[]> {
  const at = `/${page} at ${width} px`;
  const problems: string[] = [];
  tab.on("Runtime.exceptionThrown", ({ exceptionDetails }) => {
    problems.push(`${at} throws: ${JSON.stringify(exceptionDetails).slice(0, 300)}`);
  });
  const loaded = new Promise<void>((resolve) => tab.on("Page.loadEventFired", () => resolve()));
  await tab.send("Page.navigate", { url });
  await loaded;
  const { text, width: pageWidth, widest, brokenPictures } = await measure(tab);
  const { data } = await tab.send("Page.captureScreenshot", { format: "png" });
  const image = Buffer.from(String(data), "base64");
  if (screenshots !== undefined)
    writeFileSync(join(screenshots, `${page.replaceAll("/", "-") || "index"}-${width}.png`), image);
  if (text < minText) problems.push(`${at} is empty: it shows ${text} characters.`);
  if (image.length < minScreenshotBytes) problems.push(`${at} looks empty: its screenshot has ${image.length} bytes.`);
  if (pageWidth > width) problems.push(`${at} overflows: it is ${pageWidth} px wide, by ${widest}.`);
  problems.push(...brokenPictures.map((picture) => `${at} does not show the picture ${picture}.`));
  return problems;
}

async function measure(tab: Tab): Promise<Measured> {
  const expression = `(${measureInPage.toString()})()`;
  const { result } = await tab.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  return (result as { readonly value: Measured }).value;
}

/** Runs in the page, once it is drawn: so it uses nothing from outside. */
async function measureInPage(): Promise<Measured> {
  const { document, innerWidth, requestAnimationFrame } = globalThis as unknown as {
    readonly document: PageDocument;
    readonly innerWidth: number;
    requestAnimationFrame(callback: () => void): void;
  };
  await document.fonts.ready;
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const elements = [...document.querySelectorAll("body *")];
  const wide = elements.find((element) => element.getBoundingClientRect().right > innerWidth + 1);
  const pictures = elements.filter(
    ({ tagName, complete, naturalWidth }) => tagName === "IMG" && complete && naturalWidth === 0,
  );
  return {
    // biome-ignore lint/performance/useDomNodeTextContent: text that is hidden does not count
    text: document.body.innerText.trim().length,
    width: document.documentElement.scrollWidth,
    widest: wide === undefined ? "nothing that was found" : `<${wide.tagName.toLowerCase()} class="${wide.className}">`,
    brokenPictures: pictures.map(({ src }) => src ?? ""),
  };
}

/** What is used of the DOM: the repository compiles without its types. */
interface PageDocument {
  readonly body: { readonly innerText: string };
  readonly documentElement: { readonly scrollWidth: number };
  readonly fonts: { readonly ready: Promise<unknown> };
  querySelectorAll(selector: string): Iterable<PageElement>;
}

interface PageElement {
  readonly tagName: string;
  readonly className: unknown;
  readonly complete?: boolean;
  readonly naturalWidth?: number;
  readonly src?: string;
  getBoundingClientRect(): { readonly right: number };
}
