import type { Tab } from "./browser.js";

/** What a page shows, measured in the page itself. Lengths are in CSS pixels. */
export interface Measured {
  /** Characters of text that are laid out. */
  readonly text: number;
  /** How wide the page is, where it can be scrolled sideways. */
  readonly width: number;
  /** The outermost element that sticks out. */
  readonly widest: string;
  readonly brokenPictures: readonly string[];
  /** Text that goes past the edge of the page, or of an element that hides it. */
  readonly cutText: readonly string[];
  /** Where the page's own content is, besides menus. */
  readonly content: Box;
}

/** A part of a page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export async function measurePage(tab: Tab): Promise<Measured> {
  const expression = `(${measureInPage.toString()})()`;
  const { result } = await tab.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  return (result as { readonly value: Measured }).value;
}

/** Runs in the page, once it is drawn: so it uses nothing from outside. */
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
      // Text for screen readers alone is clipped away.
      if (text === "" || getComputedStyle(element).clipPath !== "none") continue;
      let box: PageElement | null = element;
      while (box !== null && getComputedStyle(box).overflowX === "visible") box = box.parentElement;
      const edge = box?.getBoundingClientRect() ?? { left: 0, right: innerWidth, width: innerWidth };
      const scrolls = box !== null && /auto|scroll/.test(getComputedStyle(box).overflowX);
      range.selectNodeContents(node);
      const outside = [...range.getClientRects()].some(({ left, right }) => {
        return left < edge.left - 1 || right > edge.right + 1 || right > innerWidth + 1;
      });
      if (outside && !scrolls && edge.width > 1) cutText.push(text.slice(0, 40));
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

/** What is used of the DOM: the repository compiles without its types. */
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
