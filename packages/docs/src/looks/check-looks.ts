import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBarriers } from "./barriers.js";
import type { Browser, Page } from "./browser.js";
import { judgePicture, readPicture, type Theme } from "./judge-picture.js";
import { type Box, measurePage } from "./measure-page.js";

/** Widths of a phone, a laptop and a large screen, in CSS pixels. */
export const widths = [390, 1280, 1920] as const;
/** Width at which pages are checked for accessibility. Colours and names are the same at all widths. */
export const barrierWidth = 1280;
export const themes: readonly Theme[] = ["light", "dark"];

/** Height of what is judged of a page of the API reference, in pixels. It goes on in the same way. */
const maxReferenceHeight = 12_000;
/** Time limit of a step of the browser, in milliseconds. A loaded machine takes minutes for what takes a second otherwise. */
const stepMs = 600_000;

/** Minimum number of characters. Fewer count as an empty page. */
const minText = 150;
/** Height of one screenshot, in pixels. A longer page needs several: a browser draws no more than 16,384 pixels at a time. */
const maxScreenshotHeight = 6_000;

/** Inspects pages at all widths, in both themes. Each problem is one sentence. */
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

async function openTab(browser: Browser, width: number): Promise<Page> {
  const tab = await browser.newPage({ viewport: { width, height: 900 }, isMobile: width < 600 });
  tab.setDefaultTimeout(stepMs);
  return tab;
}

/** Browser tab of one width. */
class Look {
  readonly #tab: Page;
  readonly #width: number;
  readonly #screenshots: string | undefined;
  readonly #thrown = new Set<string>();

  constructor(tab: Page, width: number, screenshots: string | undefined) {
    this.#tab = tab;
    this.#width = width;
    this.#screenshots = screenshots;
    tab.on("pageerror", (error) => this.#thrown.add(`throws: ${error.message}`));
  }

  async at(url: string, page: string): Promise<string[]> {
    this.#thrown.clear();
    await this.#tab.emulateMedia({ colorScheme: "light" });
    await this.#tab.goto(url);
    // A colour that is still fading from the other theme would count as the theme's own.
    await this.#tab.addStyleTag({ content: "* { transition: none !important }" });
    const found = new Set<string>();
    for (const theme of themes) {
      await this.#tab.emulateMedia({ colorScheme: theme });
      for (const problem of await this.#problems(page, theme)) found.add(problem);
    }
    return [...this.#thrown, ...found].map((problem) => `/${page} at ${this.#width} px ${problem}`);
  }

  async #problems(page: string, theme: Theme): Promise<string[]> {
    const { text, width, widest, brokenPictures, cutText, content } = await measurePage(this.#tab);
    const problems = [
      ...(text < minText ? [`is empty: it shows ${text} characters.`] : []),
      ...(width > this.#width ? [`overflows: it is ${width} px wide, by ${widest}.`] : []),
      ...brokenPictures.map((picture) => `does not show the picture ${picture}.`),
      ...cutText.map((cut) => `cuts off the text ${JSON.stringify(cut)}.`),
    ];
    if (this.#width === barrierWidth) {
      const barriers = await findBarriers(this.#tab);
      problems.push(...barriers.map((barrier) => `has a barrier in the ${theme} theme: ${barrier}`));
    }
    const judged = page.startsWith("api/") ? Math.min(content.height, maxReferenceHeight) : content.height;
    for (let y = 0; y < judged; y += maxScreenshotHeight) {
      const height = Math.min(maxScreenshotHeight, judged - y);
      const png = await this.#screenshot({ ...content, y: content.y + y, height });
      if (this.#screenshots !== undefined) {
        const name = [page.replaceAll("/", "-") || "index", this.#width, theme, ...(y === 0 ? [] : [y])].join("-");
        writeFileSync(join(this.#screenshots, `${name}.png`), png);
      }
      problems.push(...judgePicture(readPicture(png), theme));
    }
    return problems;
  }

  #screenshot({ x, y, width, height }: Box): Promise<Buffer> {
    const clip = { x, y, width: Math.max(1, width), height: Math.max(1, height) };
    return this.#tab.screenshot({ clip, fullPage: true, animations: "disabled" });
  }
}
