import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Tab } from "./browser.js";
import { judgePicture, type Theme } from "./judge-picture.js";
import { type Box, measurePage } from "./measure-page.js";
import { readPng } from "./read-png.js";

/** Widths of a phone and of a desktop, in CSS pixels. */
export const widths = [390, 1280] as const;
export const themes: readonly Theme[] = ["light", "dark"];

/** Minimum number of characters. Fewer count as an empty page. */
const minText = 150;
/** Height of one screenshot, in pixels. A longer page needs several: a browser draws no more than 16,384 pixels at a time. */
const maxScreenshotHeight = 6_000;

/** Inspects pages at both widths, in both themes. Each problem is one sentence. */
export async function checkLooks(
  browser: Browser,
  origin: string,
  pages: readonly string[],
  screenshots?: string,
): Promise<string[]> {
  const found = await Promise.all(
    widths.map(async (width) => {
      const look = new Look(await openTab(browser, width), width, screenshots);
      const problems: string[] = [];
      for (const page of pages) problems.push(...(await look.at(`${origin}/${page}`, page)));
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

/** Tab of one width. */
class Look {
  readonly #tab: Tab;
  readonly #width: number;
  readonly #screenshots: string | undefined;

  constructor(tab: Tab, width: number, screenshots: string | undefined) {
    this.#tab = tab;
    this.#width = width;
    this.#screenshots = screenshots;
  }

  async at(url: string, page: string): Promise<string[]> {
    const problems: string[] = [];
    this.#tab.on("Runtime.exceptionThrown", ({ exceptionDetails }) => {
      problems.push(`throws: ${JSON.stringify(exceptionDetails).slice(0, 300)}`);
    });
    await this.#setTheme("light");
    const loaded = new Promise<void>((resolve) => this.#tab.on("Page.loadEventFired", () => resolve()));
    await this.#tab.send("Page.navigate", { url });
    await loaded;
    const found = new Set(problems);
    for (const theme of themes) {
      await this.#setTheme(theme);
      for (const problem of await this.#problems(page, theme)) found.add(problem);
    }
    return [...found].map((problem) => `/${page} at ${this.#width} px ${problem}`);
  }

  async #setTheme(value: Theme): Promise<void> {
    await this.#tab.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
  }

  async #problems(page: string, theme: Theme): Promise<string[]> {
    const { text, width, widest, brokenPictures, cutText, content } = await measurePage(this.#tab);
    const problems = [
      ...(text < minText ? [`is empty: it shows ${text} characters.`] : []),
      ...(width > this.#width ? [`overflows: it is ${width} px wide, by ${widest}.`] : []),
      ...brokenPictures.map((picture) => `does not show the picture ${picture}.`),
      ...cutText.map((cut) => `cuts off the text ${JSON.stringify(cut)}.`),
    ];
    for (let y = 0; y < content.height; y += maxScreenshotHeight) {
      const height = Math.min(maxScreenshotHeight, content.height - y);
      const png = await this.#screenshot({ ...content, y: content.y + y, height });
      if (this.#screenshots !== undefined) {
        const name = [page.replaceAll("/", "-") || "index", this.#width, theme, ...(y === 0 ? [] : [y])].join("-");
        writeFileSync(join(this.#screenshots, `${name}.png`), png);
      }
      problems.push(...judgePicture(readPng(png), theme));
    }
    return problems;
  }

  async #screenshot({ x, y, width, height }: Box): Promise<Buffer> {
    const clip = { x, y, width: Math.max(1, width), height: Math.max(1, height), scale: 1 };
    const { data } = await this.#tab.send("Page.captureScreenshot", {
      format: "png",
      clip,
      captureBeyondViewport: true,
      optimizeForSpeed: true,
    });
    return Buffer.from(String(data), "base64");
  }
}
