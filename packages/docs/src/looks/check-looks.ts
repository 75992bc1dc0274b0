import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBarriers } from "./barriers.js";
import type { Browser, Page } from "./browser.js";
import { judgePicture, readPicture, type Theme } from "./judge-picture.js";
import { type Box, measurePage } from "./measure-page.js";

/** Widths of a phone, a laptop and a large screen, in CSS pixels. */
export const widths = [390, 1280, 1920] as const;
/** Width at which pages are checked for accessibility. Colours and names are the same at all widths. */
export const barrierWidth = 1920;
export const themes: readonly Theme[] = ["light", "dark"];
/** Width at which the picture of each theme is judged. The layout is measured at all widths; colours are the same at each. */
export const judgedWidths: Readonly<Record<Theme, number>> = { light: 390, dark: 1280 };

/** Maximum height of the judged part of a page of the API reference, in pixels. The rest of the page looks the same. */
const maxReferenceHeight = 12_000;
/** Time limit of a step of the browser, in milliseconds. On a busy machine, a step that otherwise takes a second can take minutes. */
const stepMs = 600_000;

/** Number of tabs that show pages at the same time. */
const tabs = 2;

/** Minimum number of characters. Fewer count as an empty page. */
const minText = 150;
/** Height of one screenshot, in pixels. A longer page needs several: a browser draws no more than 16,384 pixels at a time. */
const maxScreenshotHeight = 6_000;

export interface LookOptions {
  /** True to measure only the layout, at all widths. */
  readonly layoutAlone?: boolean;
  /** Folder for pictures of all widths and themes. */
  readonly screenshots?: string | undefined;
}

/** Inspects pages at all widths, in both themes. Each problem is one sentence. */
export async function checkLooks(
  browser: Browser,
  origin: string,
  pages: readonly string[],
  options: LookOptions = {},
): Promise<string[]> {
  const left = [...pages];
  const found = await Promise.all(
    Array.from({ length: tabs }, async () => {
      const look = new Look(await openTab(browser), options);
      const problems: string[] = [];
      for (let page = left.shift(); page !== undefined; page = left.shift())
        problems.push(...(await look.at(`${origin}/${page}`, page)));
      return problems;
    }),
  );
  return found.flat();
}

async function openTab(browser: Browser): Promise<Page> {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(stepMs);
  return tab;
}

/** Browser tab that shows one page after another. */
class Look {
  readonly #tab: Page;
  readonly #options: LookOptions;
  readonly #thrown = new Set<string>();

  constructor(tab: Page, options: LookOptions) {
    this.#tab = tab;
    this.#options = options;
    tab.on("pageerror", (error) => this.#thrown.add(`throws: ${error.message}`));
  }

  /** Loads a page once, and then gives the window each width, as a reader may resize it. */
  async at(url: string, page: string): Promise<string[]> {
    this.#thrown.clear();
    await this.#tab.goto(url);
    // Otherwise a colour would be measured while it still fades from the other theme.
    await this.#tab.addStyleTag({ content: "* { transition: none !important }" });
    const found: string[] = [];
    for (const width of widths) {
      const problems = await this.#atWidth(width, page);
      found.push(...[...this.#thrown, ...problems].map((problem) => `/${page} at ${width} px ${problem}`));
    }
    return found;
  }

  async #atWidth(width: number, page: string): Promise<string[]> {
    await this.#tab.setViewportSize({ width, height: 900 });
    await this.#tab.emulateMedia({ colorScheme: "light" });
    const { text, width: shown, widest, brokenPictures, cutText, content } = await measurePage(this.#tab);
    const problems = [
      ...(text < minText ? [`is empty: it shows ${text} characters.`] : []),
      ...(shown > width ? [`overflows: it is ${shown} px wide, by ${widest}.`] : []),
      ...brokenPictures.map((picture) => `does not show the picture ${picture}.`),
      ...cutText.map((cut) => `cuts off the text ${JSON.stringify(cut)}.`),
    ];
    for (const theme of this.#options.layoutAlone === true ? [] : themes) {
      const hasPicture = judgedWidths[theme] === width || this.#options.screenshots !== undefined;
      if (!hasPicture && width !== barrierWidth) continue;
      await this.#tab.emulateMedia({ colorScheme: theme });
      if (width === barrierWidth) {
        // The themes differ only in their colours.
        const barriers = await findBarriers(this.#tab, theme === "light" ? "all" : "contrast");
        problems.push(...barriers.map((barrier) => `has a barrier in the ${theme} theme: ${barrier}`));
      }
      if (hasPicture) problems.push(...(await this.#judge(page, width, theme, content)));
    }
    return problems;
  }

  /** Judges pictures of a page's content, and saves them if a folder is given. */
  async #judge(page: string, width: number, theme: Theme, content: Box): Promise<string[]> {
    const problems: string[] = [];
    const judged = page.startsWith("api/") ? Math.min(content.height, maxReferenceHeight) : content.height;
    for (let y = 0; y < judged; y += maxScreenshotHeight) {
      const height = Math.min(maxScreenshotHeight, judged - y);
      const png = await this.#screenshot({ ...content, y: content.y + y, height });
      const { screenshots } = this.#options;
      if (screenshots !== undefined) {
        const name = [page.replaceAll("/", "-") || "index", width, theme, ...(y === 0 ? [] : [y])].join("-");
        writeFileSync(join(screenshots, `${name}.png`), png);
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
