/** Maximum total size of the pages that all readers have requested or are processing, in bytes. A single page can reach this size. */
const maxBytes = 4 * 1024 * 1024;

/** Minimum ratio of a new expected page size to the previous one. It makes the expected size decrease only slowly after a large page. */
const memory = 0.7;

/** Makes readers wait before their next page while the pages of all readers are too large in total. One page is always allowed. */
export class PageBudget {
  readonly #waiting: (() => void)[] = [];
  #held = 0;
  /** Expected size of the next page in bytes: that of the largest recent page. */
  #expected = maxBytes;

  /** Waits until there is room for another page. @returns a function that the caller must call once the page is processed */
  async acquire(): Promise<() => void> {
    while (this.#held > 0 && this.#held + this.#expected > maxBytes)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const bytes = this.#expected;
    this.#held += bytes;
    return () => {
      this.#held -= bytes;
      for (const resume of this.#waiting.splice(0)) resume();
    };
  }

  /**
   * Updates the expected page size after a page was read.
   * @param bytes size of that page
   */
  learn(bytes: number): void {
    this.#expected = Math.max(bytes, this.#expected * memory);
  }
}
