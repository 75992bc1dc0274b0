import { limitHeapForLargeRows } from "../../terminal/limit-heap.js";

/** Maximum total size of the pages that all readers have requested or are processing, in bytes. A single page can reach this size. */
const maxBytes = 4 * 1024 * 1024;

/** Size in bytes from which a page counts as one of large rows. */
const largePage = maxBytes / 2;

/** Minimum ratio of a new expected page size to the previous one. It makes the expected size decrease only slowly after a large page. */
const memory = 0.7;

/** Makes readers wait before their next page while the pages of all readers are too large in total. One page is always allowed. */
export class PageBudget {
  readonly #waiting: (() => void)[] = [];
  #held = 0;
  /** Expected size of the next page in bytes: that of the largest recent page. */
  #expected = maxBytes;

  /** Waits until there is room for another page. The caller must release the page once it is processed. */
  async acquire(): Promise<HeldPage> {
    while (this.#held > 0 && this.#held + this.#expected > maxBytes)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let bytes = 0;
    const hold = (now: number) => {
      const isLess = now < bytes;
      this.#held += now - bytes;
      bytes = now;
      if (isLess) for (const resume of this.#waiting.splice(0)) resume();
    };
    hold(this.#expected);
    return {
      arrived: (size) => {
        if (size > largePage) limitHeapForLargeRows();
        this.#expected = Math.max(size, this.#expected * memory);
        hold(size);
      },
      release: () => hold(0),
    };
  }
}

/** Page that a reader has requested or is processing. */
export interface HeldPage {
  /** Counts the page by its real size from now on, so that other readers need not wait until it is processed. */
  arrived(bytes: number): void;
  release(): void;
}
