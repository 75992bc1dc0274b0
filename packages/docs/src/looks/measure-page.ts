import type { Page } from "./browser.js";

/** Layout of a page, measured in the page itself. Lengths are in CSS pixels. */
export interface Measured {
  /** Number of visible characters. */
  readonly text: number;
  /** Width of the page including the part that has to be scrolled to. */
  readonly width: number;
  /** Outermost element that overflows the page. */
  readonly widest: string;
  readonly brokenPictures: readonly string[];
  /**
   * Texts that cross the edge of the page, or of an element that cuts them off. Code that one can only see by scrolling counts as cut off.
   */
  readonly cutText: readonly string[];
  /** Box of the page's own content, without menus. */
  readonly content: Box;
}

/** Rectangle in a page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function measurePage(page: Page): Promise<Measured> {
  return page.evaluate(measureInPage);
}

/** Measures the page. Runs in the page after it is drawn, so it must not use anything outside of itself. */
async function measureInPage(): Promise<Measured> {
  const { document, innerWidth, scrollX, scrollY, requestAnimationFrame, getComputedStyle } =
    globalThis as unknown as PageWindow;
  await document.fonts.ready;
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const elements = [...document.querySelectorAll("body *")];
  const wide = elements.find((element) => element.getBoundingClientRect().right > innerWidth + 1);
  const pictures = elements.filter(({ tagName }) => tagName === "IMG");
  const cutText: string[] = [];
  const range = document.createRange();
  for (const element of elements) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (const node of element.childNodes) {
      const text = node.nodeType === 3 ? (node.nodeValue ?? "").trim() : "";
      // Text only for screen readers is clipped away.
      if (text === "" || getComputedStyle(element).clipPath !== "none") continue;
      let box: PageElement | null = element;
      while (box !== null && getComputedStyle(box).overflowX === "visible") box = box.parentElement;
      const edge = box?.getBoundingClientRect() ?? { left: 0, right: innerWidth, width: innerWidth };
      const scrolls = box !== null && /auto|scroll/.test(getComputedStyle(box).overflowX);
      range.selectNodeContents(node);
      const outside = [...range.getClientRects()].some(({ left, right }) => {
        return left < edge.left - 1 || right > edge.right + 1 || right > innerWidth + 1;
      });
      const isHidden = !scrolls || element.closest("pre") !== null;
      if (outside && isHidden && edge.width > 1) cutText.push(text.slice(0, 40));
    }
  }
  const content = document.querySelector(".vp-doc, main") ?? document.body;
  const { left, top, width, height } = content.getBoundingClientRect();
  return {
    // biome-ignore lint/performance/useDomNodeTextContent: text that is hidden does not count
    text: document.body.innerText.trim().length,
    width: document.documentElement.scrollWidth,
    widest: wide === undefined ? "nothing that was found" : `<${wide.tagName.toLowerCase()} class="${wide.className}">`,
    brokenPictures: pictures.flatMap(({ src, complete, naturalWidth }) => {
      return complete === true && naturalWidth === 0 ? [src ?? ""] : [];
    }),
    cutText,
    content: { x: left + scrollX, y: top + scrollY, width, height },
  };
}

/** Part of the DOM that is used. The repository compiles without the DOM's types. */
interface PageWindow {
  readonly document: {
    readonly body: PageElement & { readonly innerText: string };
    readonly documentElement: { readonly scrollWidth: number };
    readonly fonts: { readonly ready: Promise<unknown> };
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement>;
    createRange(): { selectNodeContents(node: PageNode): void; getClientRects(): Iterable<PageRect> };
  };
  readonly innerWidth: number;
  readonly scrollX: number;
  readonly scrollY: number;
  requestAnimationFrame(callback: () => void): void;
  getComputedStyle(element: PageElement): { readonly overflowX: string; readonly clipPath: string };
}

interface PageNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
}

interface PageElement extends PageNode {
  readonly tagName: string;
  readonly className: unknown;
  readonly childNodes: Iterable<PageNode>;
  readonly parentElement: PageElement | null;
  readonly complete?: boolean;
  readonly naturalWidth?: number;
  readonly src?: string;
  closest(selector: string): PageElement | null;
  checkVisibility(options: Readonly<Record<string, boolean>>): boolean;
  getBoundingClientRect(): PageRect;
}

interface PageRect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
